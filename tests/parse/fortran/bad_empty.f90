! Nothing but a comment.
