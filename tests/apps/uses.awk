# What each object needs of others that hold the modules it uses, for make.
function object(path) { sub(/.*\//, "", path); sub(/\.[^.]*$/, ".o", path); return path }
{ line = tolower($0); split(line, words, /[ \t,]+/); at = words[1] == "" ? 2 : 1 }
words[at] == "module" && words[at + 1] != "procedure" && words[at + 1] != "" { holds[words[at + 1]] = object(FILENAME) }
words[at] == "use" { uses[object(FILENAME)] = uses[object(FILENAME)] " " words[at + 1] }
END {
  for (one in uses) {
    count = split(uses[one], modules, " ")
    list = ""
    for (i = 1; i <= count; ++i) {
      other = holds[modules[i]]
      if (other != "" && other != one && index(list " ", " " other " ") == 0) list = list " " other
    }
    print one ":" list
  }
}
