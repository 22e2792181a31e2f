"""The transforms, as methods of kernels. Made by `./run codegen`; not to be edited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

Self = TypeVar("Self", bound="Transforms")


class Transforms:
    """What a kernel can be transformed by.

    Each gives another kernel, or raises `lp.Refusal`. With `allow_empty=True` a step may find nothing to do.
    With `unchecked=True` nobody proves that it keeps results, and the kernel says so.
    """

    __slots__ = ()

    def _step(self: Self, step: str, /, **arguments: Any) -> Self:
        raise NotImplementedError

    def add_barrier(
        self: Self,
        insn_before: str,
        insn_after: str | None = None,
        id_based_on: str | None = None,
        tags: str | Sequence[str] = [],
        synchronization_kind: str = "global",
        within_inames: str | Sequence[str] | None = None,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Adds a barrier that comes after some statements and before others, or ends each iteration of the
        loops around them.

        A global barrier ends a launch, and the host runs the loops around it: `add_barrier("s",
        within_inames="t")` makes each step of a loop over time a launch of its own.

        `insn_before`: The statements that come first.

        `insn_after`: The statements that come later; without them, what runs in the next iteration of the
        loops around the barrier.

        `id_based_on`: What the barrier's name is made from.

        `tags`: Tags of the barrier.

        `synchronization_kind`: Who meets at the barrier: the work items of a group (`local`), or all of the
        launch (`global`).

        `within_inames`: The loops around the barrier; those that all statements concerned share, unless
        given.
        """
        return self._step(
            "add_barrier",
            insn_before=insn_before,
            insn_after=insn_after,
            id_based_on=id_based_on,
            tags=tags,
            synchronization_kind=synchronization_kind,
            within_inames=within_inames,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def add_dependency(
        self: Self,
        insn_match: str,
        depends_on: str,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Lets statements come after others, within each iteration of the loops that both share.

        Refused where a statement would come after itself.

        `insn_match`: The statements that come later.

        `depends_on`: The statements that come first.
        """
        return self._step(
            "add_dependency",
            insn_match=insn_match,
            depends_on=depends_on,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def add_dtypes(
        self: Self,
        dtypes: Mapping[str, Any],
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Gives arguments and temporaries their types.

        Types are named as in `.lpir` (`f64`) or as in numpy (`float64`). Refused where the type is known
        already and another one, for temporaries that a transform made, which have the type of what is stored
        in them, and where an operation does not have these types.

        `dtypes`: Names and their types; a name may be a list, `"a, b"`.
        """
        return self._step(
            "add_dtypes",
            dtypes=dtypes,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    add_and_infer_dtypes = add_dtypes

    def add_inames_to_insn(
        self: Self,
        inames: str | Sequence[str],
        insn_match: str,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Puts statements into further loops.

        Nothing happens where the loops run in parallel: lowering runs a statement at each index of an axis
        that it does not mention, or at the first. Other loops are added, which is refused where they repeat
        an instance, and where the statement reduces over one.

        `inames`: The loops.

        `insn_match`: The statements; `None` stands for all.
        """
        return self._step(
            "add_inames_to_insn",
            inames=inames,
            insn_match=insn_match,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def add_nosync(
        self: Self,
        scope: str,
        source: str,
        sink: str,
        bidirectional: bool = False,
        force: bool = False,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Says that statements need no barrier between them.

        Where the checker finds that they need one, the kernel is refused: this leaves out barriers that are
        put in to be safe, and none that matter.

        `scope`: The barriers: `"local"`, `"global"`, or `"any"`.

        `source`: The statements that come first.

        `sink`: The statements that come later.

        `bidirectional`: Whether the same holds the other way round.

        `force`: Also between statements that no dependency orders.
        """
        return self._step(
            "add_nosync",
            scope=scope,
            source=source,
            sink=sink,
            bidirectional=bidirectional,
            force=force,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def add_padding(
        self: Self,
        variable: str,
        axis: int,
        align_bytes: int,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Puts gaps between the elements of an axis, so that each begins at a multiple of some bytes.

        The stride of the axis grows to the next multiple, and so do those of axes outside of it. The caller
        passes an argument with these gaps. Refused where the bytes are no multiple of an element's size.

        `variable`: The array.

        `axis`: Number of the axis, from 0.

        `align_bytes`: What its stride in bytes becomes a multiple of.
        """
        return self._step(
            "add_padding",
            variable=variable,
            axis=axis,
            align_bytes=align_bytes,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def add_prefetch(
        self: Self,
        var: str,
        sweep_inames: str | Sequence[str] = (),
        dim_arg_names: str | Sequence[str] | None = None,
        default_tag: str = "l.auto",
        rule_name: str | None = None,
        temporary_name: str | None = None,
        temporary_address_space: str | None = None,
        footprint_subscripts: str | Sequence[str] | None = None,
        fetch_bounding_box: bool = False,
        fetch_outer_inames: str | Sequence[str] | None = None,
        prefetch_insn_id: str | None = None,
        within: str | None = None,
        vector_width: int | None = None,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Copies the part of an array that some loops read into a temporary, and reads it from there.

        This is `extract_subst` of the reads of the array, then `precompute` of the rule that it makes. All
        that is said there applies. What the temporary does not hold is read from the array as before.

        `var`: The array; or with subscripts that say what to copy, `a[i_inner, :]`, where `:` is a whole axis
        and loops may bear the names that they had before they were split. `a$one` is the array where it is
        read as `a$one[..]`.

        `sweep_inames`: Loops whose iterations share the copy.

        `dim_arg_names`: Names of the loops that copy, one for each axis of the array.

        `default_tag`: Tag of the loops that copy, where the kernel has work items.

        `rule_name`: Name of the rule that stands for the reads on the way.

        `temporary_name`: Name of the temporary.

        `temporary_address_space`: Address space of the temporary.

        `footprint_subscripts`: Further subscripts, each as a string, that say what to copy, instead of those
        that are read: `["i_inner, :"]`.

        `fetch_bounding_box`: Whether to copy the box around what is read.

        `fetch_outer_inames`: Loops in which the copy takes place besides its own.

        `prefetch_insn_id`: Name of the statement that copies.

        `within`: Which reads to replace.

        `vector_width`: Number of neighbours that are fetched at once, as in `precompute`.
        """
        return self._step(
            "add_prefetch",
            var=var,
            sweep_inames=sweep_inames,
            dim_arg_names=dim_arg_names,
            default_tag=default_tag,
            rule_name=rule_name,
            temporary_name=temporary_name,
            temporary_address_space=temporary_address_space,
            footprint_subscripts=footprint_subscripts,
            fetch_bounding_box=fetch_bounding_box,
            fetch_outer_inames=fetch_outer_inames,
            prefetch_insn_id=prefetch_insn_id,
            within=within,
            vector_width=vector_width,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def affine_map_inames(
        self: Self,
        old_inames: str | Sequence[str],
        new_inames: str | Sequence[str],
        equations: str | Sequence[str],
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Replaces loops by others that equations relate to them: `map_domain` in other words.

        Each equation is affine in old and new inames. Other loops may stand in equations and stay as they
        are.

        `old_inames`: Loops to replace.

        `new_inames`: Loops that take their place.

        `equations`: What holds of both, such as `"k + 1 = i"`.
        """
        return self._step(
            "affine_map_inames",
            old_inames=old_inames,
            new_inames=new_inames,
            equations=equations,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def assignment_to_subst(
        self: Self,
        lhs_name: str,
        extra_arguments: str | Sequence[str] = (),
        within: str | None = None,
        force_retain_argument: bool = False,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Makes a substitution rule of the assignments to a variable and puts invocations in place of its
        reads.

        Each read must get its value from one assignment, whose left-hand subscripts are distinct inames: they
        become the rule's arguments. The right-hand side is then evaluated where the value is used, so nothing
        may overwrite what it reads in between. Where no read is left, the assignments, their loops and the
        temporary are removed. This undoes the storing of intermediate results; `precompute` stores them
        again, in another place or granularity.

        Refused where more than one assignment may reach a read, where an operand is overwritten between the
        assignment and a read, where an assignment reads its own target, and for an argument, whose contents
        the caller sees, unless `force_retain_argument=True` keeps its assignments.

        `lhs_name`: The variable.

        `extra_arguments`: Inames of the assignments that the rules take as further arguments.

        `within`: Which reads to replace; all by default.

        `force_retain_argument`: Whether an argument keeps its assignments.
        """
        return self._step(
            "assignment_to_subst",
            lhs_name=lhs_name,
            extra_arguments=extra_arguments,
            within=within,
            force_retain_argument=force_retain_argument,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    temporary_to_subst = assignment_to_subst

    def assume(
        self: Self,
        text: str,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Adds a condition to what is known of the kernel's parameters.

        Loop bounds, conditions and checks are simplified under it, and the generated code may only be
        launched with arguments that satisfy it: `lprun` and the launch file test that. What it says of
        temporaries nobody could test, so that is left out, with a warning. Refused where the condition names
        anything else but parameters, and where no parameter values would be left.

        `text`: The condition, such as `n mod 16 = 0`; or a set without dimensions.
        """
        return self._step(
            "assume",
            text=text,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def auto_parallel(
        self: Self,
        block: int = 128,
        reductions: bool = False,
        work_items: bool = True,
        atomics: bool = False,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Runs loops in parallel where the legality checker proves their iterations independent.

        In each nest, loops are tried from the outermost inwards, up to the first that lowering and the
        checker accept, together with loops over the same values around the other statements of the nest where
        no launch has to end between them: they become one, and each work item runs its iteration. With it run
        those within it that are independent too and that all of its statements are in. The one along which
        memory is closest to contiguous is split into blocks: the blocks run on work groups, `g.0`, and the
        iterations of a block on work items, `l.0`; iterations of up to two others run on groups of their own,
        `g.1` and `g.2`. A loop of at most as many iterations as a block, as constants tell, is not split, and
        one of less than 32 is left to each work item where there are others. Where the number of iterations
        is computed on the device, a constant number of groups share them, block by block. With
        `work_items=False`, for a processor, the outermost loop alone is split, and the iterations of a block
        run one after the other. Each nest is tried alone, and then all together. Where one uses what another
        wrote, a global barrier ends the launch between them, also in a loop around both, which the host then
        runs, and so does one after each iteration of a loop in which a statement uses what it wrote in an
        earlier one; temporaries that outlive a launch go to global memory. Loops that take values into one
        element, by `max`, `min`, `any`, `all` or a sum of integers, become reductions first, as with
        `recognize_reductions(exact=True)`, and reductions that no parallel loop surrounds are shared by
        groups and work items. Reductions over the same values share their loops, with each other and with the
        nest that computes what they reduce, so that memory is gone through once. Arguments that each
        iteration of a loop sets anew, such as work arrays, get temporaries where that lets loops further
        outside run in parallel, as with `privatize_arrays_with_inames`. A nest without a parallel loop stays
        as it is, with a warning that says why, and one that has one already is left alone. `lpopt
        --emit-pipeline` writes the steps that were taken. Refused where no loop is accepted.

        `block`: Iterations of a block, which are the work items of a group.

        `reductions`: Whether sums and products of floating-point numbers count as reductions too, which
        changes how they are rounded.

        `work_items`: Whether the iterations of a block run on work items, neighbours on neighbours, as a GPU
        wants it. Otherwise a group runs them one after the other, innermost where they were, so that a
        processor has a core for each group and walks along memory; blocks may be large then.

        `atomics`: Whether updates of elements that data select, such as those of a histogram, may be atomic.
        Those of floating-point numbers are only with `reductions=True`, since each order of them is rounded
        differently.
        """
        return self._step(
            "auto_parallel",
            block=block,
            reductions=reductions,
            work_items=work_items,
            atomics=atomics,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def auto_specialize(
        self: Self,
        parameter: str,
        values: Any,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Gives a kernel a version for each of some values of a parameter, beside the general one for all
        others.

        In a version the parameter is a number, as after `fix_parameters`: loops have constant bounds,
        conditions are decided, and what can no longer run is gone. Each version has statements and loops of
        its own, such as `i_n_8` for the loop `i` where `n` is 8, and launches of its own. The host makes
        those alone whose condition holds, `n == 8`; in code under it, strides are numbers too. Arguments,
        temporaries and requirements are shared. A version is a nest like others: `auto_parallel` and other
        steps may follow. Expressions that would get another form than the source's stay as they are, such as
        `x[i*n]` and `if(n == 8, a, b)`, and the device's compiler is left to see what they are.

        Refused where an assumption or a requirement excludes a value, and where the type of the parameter
        does not have it. A value that is listed twice has one version.

        `parameter`: The parameter.

        `values`: Values that get a version each: `[8, 10]`, and for a letter of a flag `["N", "T"]`.
        """
        return self._step(
            "auto_specialize",
            parameter=parameter,
            values=values,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def auto_tile(
        self: Self,
        block: int = 128,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Computes products of matrices in tiles for a GPU; other nests run in parallel, as by
        `auto_parallel()`.

        A product is a statement that adds up, over one loop, values made of two operands: one depends on this
        loop and on a second one, the other on it and on a third one, as in `c(i,j) = c(i,j) + a(i,k)*b(k,j)`.
        It may be an update, the sum of a scalar between other statements, or a `sum`, and it may stand under
        conditions. Each value of an operand is used once for each iteration of the loop that it does not
        depend on. So a work group takes a tile of the results, and fetches slices of both operands into local
        memory, the next ones while it uses these. Each work item keeps a small tile of the results in
        registers, and what it needs of the slices. How large tiles are follows from the bytes of an operand.
        Each result is added up in the order that it had, so that nothing is rounded differently.

        Sizes may be anything: code for devices has no test in the innermost loop. Where `assume` says that
        they are multiples of the tile, there is no code for the ends.

        Of a triangle, as in `c(i,j) = c(i,j) + a(i,k)*a(j,k)` for `j <= i`, groups on the other side of the
        diagonal return at once, but on PoCL. Stencils need no tiles: each value is in a cache when a
        neighbour wants it, and `auto_parallel()` reaches 0.94 of the speed of a copy for seven points in
        three dimensions.

        Scalars that the loops compute become part of the operands, and statements that share loops with a
        product get loops and a launch of their own. `lpopt --emit-pipeline` writes the steps that were taken,
        to be read and edited. A warning says why another product stays as it is. Several products in branches
        of one kernel may be more than can be decided: `specialize(..)` fixes what chooses among them.

        Refused where there is no product, and where none is accepted in tiles.

        `block`: Iterations of a block of the loops that are in no product.
        """
        return self._step(
            "auto_tile",
            block=block,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def buffer_array(
        self: Self,
        var_name: str,
        buffer_inames: str | Sequence[str] = (),
        init_expression: str | None = None,
        store_expression: str | None = None,
        within: str | None = None,
        default_tag: str = "l.auto",
        temporary_scope: str | None = None,
        fetch_bounding_box: bool = False,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Works on a part of an array in a temporary, and stores it from there.

        `buffer_inames` are the loops whose iterations share the temporary: it holds what all of them use, for
        fixed values of the other loops that the subscripts mention. What statements read and write, as
        updates do, is fetched before, used in the temporary in place of the array, and stored back behind all
        loops that the subscripts do not mention. What one statement only writes is computed into the
        temporary and stored from there, so that `init_expression`, with which Loo.py fills it before, changes
        nothing.

        Refused where something else may use those elements meanwhile. A temporary that starts at zero and is
        added to the array is another sum: `recognize_reductions` makes it. Refused, too, what `precompute`
        refuses.

        `var_name`: The array.

        `buffer_inames`: Loops whose iterations share the temporary.

        `init_expression`: What the temporary holds before: `base`, which is the array.

        `store_expression`: What is stored: `buffer`.

        `within`: The statements; by default all that use the array in these loops.

        `default_tag`: Tag of the new loops, where the kernel has work items.

        `temporary_scope`: Address space of the temporary; by default the one that its use needs.

        `fetch_bounding_box`: Whether the temporary holds the box around the values.
        """
        return self._step(
            "buffer_array",
            var_name=var_name,
            buffer_inames=buffer_inames,
            init_expression=init_expression,
            store_expression=store_expression,
            within=within,
            default_tag=default_tag,
            temporary_scope=temporary_scope,
            fetch_bounding_box=fetch_bounding_box,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def chunk_iname(
        self: Self,
        iname: str,
        num_chunks: int,
        outer_iname: str | None = None,
        inner_iname: str | None = None,
        outer_tag: str | None = None,
        inner_tag: str | None = None,
        within: str | None = None,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Splits a loop into an outer loop of a fixed number of iterations and an inner loop over a chunk
        for each.

        Chunks differ by one iteration at most. Refused where the length of the loop is not a constant: the
        place of a chunk would be the product of two unknown numbers. `split_iname` with a constant, such as
        `(greatest length)/chunks`, shares such a loop too.

        `iname`: Loop to split.

        `num_chunks`: Iterations of the outer loop.

        `outer_iname`: Name of the outer loop; `i_outer` unless given.

        `inner_iname`: Name of the inner loop; `i_inner` unless given.

        `outer_tag`: Tag of the outer loop.

        `inner_tag`: Tag of the inner loop.

        `within`: Only in the statements that this matches; the others keep the loop as it is.
        """
        return self._step(
            "chunk_iname",
            iname=iname,
            num_chunks=num_chunks,
            outer_iname=outer_iname,
            inner_iname=inner_iname,
            outer_tag=outer_tag,
            inner_tag=inner_tag,
            within=within,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def concatenate_arrays(
        self: Self,
        array_names: str | Sequence[str],
        new_name: str | None = None,
        axis_nr: int = 0,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Puts arrays behind each other into one, along an axis.

        All are arguments, or all are temporaries, of one type, layout and address space, and of the same
        extents but along that axis. The new array stands where the first one stood. The reference has it as
        well, and the caller passes an argument so. Refused where an extent is not known, where something is
        promised about what an array holds, and where one decides whether a statement writes another.

        `array_names`: The arrays, in their order in the new one.

        `new_name`: Name of the new array; `concatenated_array` unless given.

        `axis_nr`: Number of the axis along which they follow each other, from 0.
        """
        return self._step(
            "concatenate_arrays",
            array_names=array_names,
            new_name=new_name,
            axis_nr=axis_nr,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def diff_kernel(
        self: Self,
        diff_outputs: str | Sequence[str],
        by: str,
        diff_iname_prefix: str = "diff_i",
        batch_axes_in_by: Sequence[int] = [],
        copy_outputs: str | Sequence[str] = [],
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Makes the program that computes derivatives of outputs by an argument.

        For an output `z` and an argument `x`, a new argument `z_dx` holds the derivative of each element of
        `z` by each element of `x`: it has the axes of `z`, then those of `x`, over which new loops `diff_i0`,
        `diff_i1`, .. run. Each further variable between them gets a derivative too, with loops of its own,
        `diff_i0_0`, which `rename_iname(.., existing_ok=True)` joins. The last new argument is that of the
        last output. Of the old statements those stay whose values are needed, and those that write
        `copy_outputs`. Arguments stay, used or not; `remove_unused_arguments` removes them. Where `z` is
        `inout`, since it is partly written or read before, so is `z_dx`, and the caller passes the derivative
        of what `z` holds before.

        The result is a program of its own: later steps are compared with it, and no longer with what it was
        made from. So steps before this one are judged first.

        Of `if` the branch that is taken is differentiated, and conditions are not. At a kink one side is
        taken: `abs` has the slope 1 at 0, and `min` and `max` of equal numbers that of the first. What
        changes in steps, such as integers, `floor` and `nint`, has the derivative zero. Functions with a
        formula are differentiated through it.

        Refused where an output does not depend on the argument; where a variable that does is complex; for
        reductions other than `sum`, and functions of which no derivative is known; and after steps that split
        loops or add statements: take the derivative first.

        `diff_outputs`: The outputs: arguments that the kernel writes.

        `by`: The argument, an array or a value of floating-point numbers, which the kernel only reads.

        `diff_iname_prefix`: Name of the new loops, with a number behind it.

        `batch_axes_in_by`: Axes of `by` that would be those of the outputs; none can be given yet.

        `copy_outputs`: Outputs that are computed as before.
        """
        return self._step(
            "diff_kernel",
            diff_outputs=diff_outputs,
            by=by,
            diff_iname_prefix=diff_iname_prefix,
            batch_axes_in_by=batch_axes_in_by,
            copy_outputs=copy_outputs,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def duplicate_inames(
        self: Self,
        inames: str | Sequence[str],
        within: str,
        new_inames: str | Sequence[str] | None = None,
        suffix: str | None = None,
        tags: Mapping[str, Any] = {},
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Gives some statements loops of their own, with the bounds of the loops that they shared with
        others.

        The copies have no tags unless given. Refused where loops inside the copied ones have bounds that
        depend on them and are not copied too, and where the order of the statements in the shared loop
        mattered.

        `inames`: Loops to copy.

        `within`: The statements that get the copies.

        `new_inames`: Names of the copies, in the order of the loops.

        `suffix`: What is added to the names of the loops to name the copies.

        `tags`: Tags of the copies, by the names of the loops that they copy.
        """
        return self._step(
            "duplicate_inames",
            inames=inames,
            within=within,
            new_inames=new_inames,
            suffix=suffix,
            tags=tags,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def expand_subst(
        self: Self,
        within: str | None = None,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Puts the bodies of substitution rules in place of their invocations.

        `within` says which invocations: `g$three < h$two` is the invocation of `g` tagged `three` inside
        invocations of `h` tagged `two`. A rule that contains such an invocation and is used elsewhere too
        gets a copy for these uses, into which the actual arguments go; the others keep the rule as it is.
        Rules that are no longer used are dropped.

        Refused where no invocation is selected.

        `within`: The invocations; all by default.
        """
        return self._step(
            "expand_subst",
            within=within,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def extract_subst(
        self: Self,
        subst_name: str,
        template: str,
        parameters: str | Sequence[str] = (),
        within: str | None = None,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Makes a substitution rule of all expressions that have the form of a template.

        In the template the parameters, and each `*` in place of an operand, stand for any expression,
        everything else for itself. The operands of a sum or product of two, the first two of a longer one,
        and all of those in subscripts match in either order; any order matches where the kernel allows
        floating-point operations to be reassociated. `alpha*b[i1,i2]` is in `alpha*b[k,j]*a[i,k]` too, as
        what its first operands make is computed first. Right-hand sides, conditions, subscripts on the left,
        and the bodies of rules are searched.

        Refused where nothing has the form, where something has it in two ways, and where a name in the
        template is neither known nor a parameter.

        `subst_name`: Name of the rule.

        `template`: The form, such as `a[i1, i2]`.

        `parameters`: Names in the template that stand for any expression; they become the rule's arguments.

        `within`: Where to search; everywhere by default.
        """
        return self._step(
            "extract_subst",
            subst_name=subst_name,
            template=template,
            parameters=parameters,
            within=within,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def fix_parameters(
        self: Self,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
        **values: Any
    ) -> Self:
        r"""Gives parameters of the kernel fixed values.

        The kernel keeps its arguments, and a launch still gives them: the values become an assumption, which
        is tested there. Printed functions take only what their code uses, as `.launch.json` and their
        prototype say. Conditions that the values decide are gone, and with them statements, loops and
        temporaries that are never used any more, and requirements that always hold. Loops that are left
        without an iteration stay, for steps that speak of them. A letter stands for its character code, as
        flags of type `i8` have it: `trans="N"`. Refused where an assumption or a requirement excludes a
        value, and where the type of the parameter does not have it.

        `values`: Parameters and their values: `n=8, trans="N"`.
        """
        return self._step(
            "fix_parameters",
            allow_empty=allow_empty,
            unchecked=unchecked,
            **values,
        )

    def group_order(
        self: Self,
        columns: str,
        rows: str,
        height: int = 8,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Lets work groups run in blocks of rows, column by column, so that groups that run at a time share
        what they read.

        Devices start groups along the axis of the smallest number first, and then along the next. Of a
        product of matrices that runs a row of blocks at a time, each row of groups reads all of the second
        matrix; in blocks of 8 rows, eight do so together, out of the cache. The loop over rows is split by
        `height`, and the rows of a block get the first of the axes, columns the next, blocks of rows the
        last: all groups run once, on an axis more. Where the height does not divide the rows, groups of the
        last block are left over and do nothing. Refused where the loops do not both run over groups, and
        where no axis is free. Axes but the first are short on some devices: 65535 groups.

        `columns`: The loop over columns, which runs over groups.

        `rows`: The loop over rows, which runs over groups; afterwards there are `i_outer` and `i_inner`, as
        `split_iname` names them.

        `height`: Rows of a block.
        """
        return self._step(
            "group_order",
            columns=columns,
            rows=rows,
            height=height,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def join_inames(
        self: Self,
        inames: str | Sequence[str],
        new_iname: str | None = None,
        tag: str | None = None,
        within: str | None = None,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Joins nested loops into one, the last of them running fastest.

        All but the first need bounds that constants enclose: with a length `n` that is an argument, an
        iteration would lie at `n*i + j`, and nothing is proved of products of unknown numbers. Where the
        joined loop is to be shared by work items, two axes, `g.1` and `g.0`, share both loops as they are;
        else `split_iname` gives a part of fixed length to join. Lower bounds other than zero are taken into
        account. Refused where a statement uses some of the loops but not all, or where they lie in unrelated
        domains.

        `inames`: Loops to join, the fastest last.

        `new_iname`: Name of the loop; made from the names of the joined ones unless given.

        `tag`: Tag of the loop.

        `within`: Only in the statements that this matches; the others keep the loops as they are.
        """
        return self._step(
            "join_inames",
            inames=inames,
            new_iname=new_iname,
            tag=tag,
            within=within,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def assign_local_axes(
        self: Self,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Gives loops tagged `l.auto` an axis of the work group.

        The size of the group along an axis is that of the longest loop that is tagged with it by hand. In
        each statement the automatic loop with the smallest stride through global memory gets the first free
        axis, so that neighbouring work items touch neighbouring elements. A loop longer than its axis is
        split by the axis's size. Where no axis is left, the loop is sequential.
        """
        return self._step(
            "assign_local_axes",
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def expand_rules(
        self: Self,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Expands every invocation of a substitution rule and drops the rules.
        """
        return self._step(
            "expand_rules",
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def infer_types(
        self: Self,
        default: str = "float64",
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Gives every argument and temporary a type.

        A variable that statements write gets the common type of all values that they store. An argument that
        subscripts, loop bounds, shapes, strides or operations on bits use is `int32`, and so is a temporary
        that these use and that holds no integers. What nothing else determines gets `default`; with
        `default="none"` it is an error that lists the names, for `add_dtypes` to settle. A literal that its
        integer type cannot hold is refused, and so is a subscript that is no integer. What the reference has
        too gets the type that its statements tell.

        `default`: Type of what nothing determines, or `none`.
        """
        return self._step(
            "infer_types",
            default=default,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def insert_barriers(
        self: Self,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Puts a barrier wherever one work item may touch an element of shared memory that another work item
        wrote, or write one that another touched, since the last barrier.

        Barriers stand as far outside as possible, and as late. A statement's conflict with itself in a later
        iteration counts too. A loop with a barrier in it runs the same iterations in every work item;
        conditions then cut each work item's part out of it. Refused where no barrier helps: between groups,
        and between work items that run one statement at once.
        """
        return self._step(
            "insert_barriers",
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def insert_guards(
        self: Self,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Puts conditions into the loop tree, so that each statement runs exactly at the points of its
        domain where its predicates hold.

        What bounds, hardware indices and assumptions imply is not tested again, and what they exclude does
        not stand there. Neighbours share a condition, also across loops, but never in a way that work items
        would miss a barrier; a predicate and its negation become `if` and `else`.
        """
        return self._step(
            "insert_guards",
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def realize_ilp(
        self: Self,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Interleaves the iterations of loops tagged `ilp`: each statement gets innermost loops of its own
        over them, and each iteration a copy of the temporaries that pass a value from one statement to
        the next.

        So neighbouring instructions belong to different iterations and need not wait for each other, and what
        one iteration loads is still in a register for the next. `ilp` and `ilp.unr` write the new loops out,
        `ilp.seq` keeps them as loops, and of those tagged `vec` OpenCL code makes vectors. A temporary whose
        subscripts tell the iterations apart already gets no further axis, nor does one that is used outside
        of the loops. Refused where constants do not enclose the bounds of a loop in which a temporary is set,
        where loops inside of it have bounds that depend on it, and where a value passes from one iteration to
        another.
        """
        return self._step(
            "realize_ilp",
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def realize_reduction(
        self: Self,
        force_scan: bool = False,
        force_outer_iname_for_scan: str | None = None,
        insn_id_filter: str | Sequence[str] | None = None,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Replaces each reduction by a private accumulator: a statement that sets it to the neutral element,
        one that updates it in loops over the reduced inames, and a read of it in place of the reduction.

        A reduction inside a branch of `if(..)` runs only where that branch is taken. Reductions over the same
        inames share loops if none of them waits for another. Statements in loops over these inames join them
        if each iteration reduces nothing that another one writes, and nothing has to run between. Otherwise
        each gets copies of the inames.

        Sums and products may still lack a type; the types of other reductions must be known.

        Over an iname tagged `l.N`, each work item reduces its part into local memory, and then a quarter of
        the work items reduce four parts each, until eight or fewer are left. Over one tagged `g.N`, each
        group stores its part in global memory, and one group of a second launch reduces the parts. The number
        of iterations of such an iname must be a constant.

        With `force_scan`, a reduction whose range grows with a loop around it goes on where that of the
        iteration before ended: its accumulator starts before the loop, and takes in the points that are new
        in each iteration. Over a loop tagged `l.N`, whose length must be a constant, each work item reduces
        its new points into local memory and joins them with those of the work items before it, sixteen runs
        of them at a time. Where something else than the range differs from iteration to iteration, or nothing
        orders them, each reduction is computed by itself, and a warning says so. Over a loop tagged `g.N`, or
        such a loop and one tagged `l.N` inside of it, of any number of iterations, each group reduces its new
        points and stores that, and in a second launch adds up what the groups before it have stored.

        `force_scan`: Whether each reduction goes on where that of the iteration before ended. Refused where
        its range is not the range of that iteration with further points.

        `force_outer_iname_for_scan`: Loop with which the range of a scan grows; the only one on which its
        bounds depend, unless given.

        `insn_id_filter`: Statements whose reductions are replaced; all, unless given.
        """
        return self._step(
            "realize_reduction",
            force_scan=force_scan,
            force_outer_iname_for_scan=force_outer_iname_for_scan,
            insn_id_filter=insn_id_filter,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def resolve_address_spaces(
        self: Self,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Puts temporaries without an address space into the narrowest memory that serves the loops that
        write them.

        A temporary of which each work item of a group writes another element is local; one of which each
        group writes another element is global; any other is private to the work item. Where no launch can
        hold it, since its extents are no numbers, it takes more than 64 KiB, or its values pass from one
        launch to another, it is global, with an element for each work item and group that has a copy.
        """
        return self._step(
            "resolve_address_spaces",
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def schedule(
        self: Self,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Puts the statements into a loop tree: one loop for each sequential iname in each iteration of the
        loops around it, hardware axes for the others, one device kernel for each part between global
        barriers.

        Loops nest as priorities ask, else as the statements list them; statements follow their dependencies,
        ties go by priority and text order. Statements that have no instance are left out. The tree has no
        barriers yet, and no conditions but those that tell the first and last groups along an axis with slabs
        from the others. Refused, with the statements in conflict and the copies of loops that would help,
        where there is no such tree.
        """
        return self._step(
            "schedule",
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def make_atomic(
        self: Self,
        insn_match: str,
        reassociate: bool = False,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Makes updates such as `x[k] = x[k] + e` atomic, so that work items may do them at once.

        Histograms and scattered sums run in parallel so: data decide which element an iteration updates.
        Integers come out the same in any order. Floating-point numbers are rounded differently in each, so
        the kernel must allow it, or `reassociate=True` says that it may from here on: the reference allows it
        too. Refused for statements that do not update an element by one of `+ * max min`, and for elements
        that devices do not update at once: complex numbers, and those of less than 32 bits.

        `insn_match`: The statements.

        `reassociate`: Whether sums and products of floating-point numbers in this kernel may be computed in
        any order from here on.
        """
        return self._step(
            "make_atomic",
            insn_match=insn_match,
            reassociate=reassociate,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def make_rectangular(
        self: Self,
        iname: str,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Makes bounds of a loop that depend on other loops conditions of its statements.

        The loop then runs over all values that it has for any iteration of the others, so a triangle becomes
        a square of which one half does nothing.

        Refused where the domain is a union or has no bounds without the other loops, where a statement is not
        in all loops that the bounds depend on, and where one reduces over the loop.

        `iname`: The loop.
        """
        return self._step(
            "make_rectangular",
            iname=iname,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def make_reduction_inames_unique(
        self: Self,
        inames: str | Sequence[str] | None = None,
        within: str | None = None,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Gives each reduction loops of its own.

        The first reduction over an iname keeps it; each further one runs over a copy with the same bounds.
        Refused where a rule that statements share holds such a reduction.

        `inames`: Loops of reductions to look at; all unless given.

        `within`: Only in the statements that this matches.
        """
        return self._step(
            "make_reduction_inames_unique",
            inames=inames,
            within=within,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def map_domain(
        self: Self,
        map: str,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Replaces loops by others through an affine map: skewing, reversal, and other changes of
        coordinates.

        The map must relate each point of the old loops with exactly one of the new ones and the other way
        round. Refused where it does not, and where a statement uses some of the old loops but not all. After
        all steps the checker refuses an order that would change which value a read gets.

        `map`: The map, `{ [i, j] -> [p, q] : p = i + j and q = j }`; parameters of the kernel may occur.
        """
        return self._step(
            "map_domain",
            map=map,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def peel(
        self: Self,
        iname: str,
        first: int = 0,
        last: int = 0,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Gives the first and last iterations of a loop code of their own.

        What holds in no iteration but those, such as a condition that tells the boundary from the inside,
        then costs nothing in all others. A loop with fewer iterations still runs each of them once. Loops
        over work groups may be peeled, others only without a parallel or unrolling tag. `split_iname(..,
        slabs=(0, 1))` peels the loop over blocks.

        `iname`: Loop to peel.

        `first`: How many first iterations.

        `last`: How many last iterations.
        """
        return self._step(
            "peel",
            iname=iname,
            first=first,
            last=last,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def pipeline_buffer(
        self: Self,
        temporary: str,
        iname: str,
        depth: int = 2,
        through: str = "private",
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Fills a temporary for the next iteration of a loop while this one uses it, so that work goes on
        while memory is read.

        The temporary gets `depth` copies, which iterations use by turns. What one statement fetched at the
        start of each iteration it fetches before the loop for the first one, and in each iteration for the
        next. Through private memory it fetches at the start of the iteration, and stores at its end; with
        that, one copy will do, which two barriers then guard. The condition that there is a next iteration
        stays in the loop; `peel(.., last=1)` takes it out. Loops tagged `l.auto` get their axes before.
        Reductions must have been realized, as `precompute` and `add_prefetch` do where they fetch inside of
        one.

        `temporary`: Temporary that one statement fills.

        `iname`: Sequential loop around all its uses.

        `depth`: How many copies of the temporary: 1 or 2.

        `through`: Memory in which what is fetched waits until the iteration has used what it needs: private,
        or none.
        """
        return self._step(
            "pipeline_buffer",
            temporary=temporary,
            iname=iname,
            depth=depth,
            through=through,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def precompute(
        self: Self,
        rule_or_invocations: str | Sequence[str],
        sweep_inames: str | Sequence[str] = (),
        within: str | None = None,
        storage_axes: str | Sequence[str] | None = None,
        temporary_name: str | None = None,
        precompute_inames: str | Sequence[str] | None = None,
        precompute_outer_inames: str | Sequence[str] | None = None,
        storage_axis_to_tag: Mapping[str, Any] = {},
        default_tag: str = "l.auto",
        dtype: Any | None = None,
        fetch_bounding_box: bool = False,
        temporary_address_space: str | None = None,
        compute_insn_id: str | None = None,
        vector_width: int | None = None,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Computes the values of a substitution rule ahead and stores them; its invocations become reads of
        the storage.

        `sweep_inames` are the loops whose iterations share the storage: the values that all their iterations
        use, for fixed values of the other loops, are computed before them. A new temporary has one axis for
        each argument of the rule; an axis is as long as the greatest distance between values used together,
        and axes of length 1 vanish. That is a number, or an expression in arguments for
        `temporary_address_space="global"`. New loops named after the rule's arguments fill the temporary.
        They stop where the uses stop, so nothing else is read.

        The new statement runs in those loops around the uses that the value depends on and that are not
        swept, in the loops in which something is written that it reads, and in the loops over work groups.
        `default_tag` is for the new loops of a kernel that has work items; others stay sequential. A
        reduction over such a loop becomes an accumulator and loops first, as by `realize_reduction`. Storage
        in global memory is filled by a launch of its own, once for all groups: the barrier `NAME_barrier`
        stands behind the new statement `NAME`.

        Refused where the values used have no such extent or leave gaps (`fetch_bounding_box=True` fetches the
        box around them), where something that the value is made of may be written between the fetch and a
        use, where a use stands under a condition on data and the fetch might leave an array, and where
        actuals are not affine in inames. Conditions of all uses on arguments alone, such as flags, are
        conditions of the fetch too.

        `rule_or_invocations`: The rule, with a tag if only invocations with that tag are meant, `rule$tag`;
        or invocations such as `rule(i + 1)`, whose values are stored, and those uses that only need these are
        served.

        `sweep_inames`: Loops whose iterations share the storage.

        `within`: Where invocations must stand; everywhere by default.

        `storage_axes`: Axes of the storage: arguments of the rule and swept inames that its value mentions.
        By default the latter, then the former.

        `temporary_name`: Name of the temporary; by default made from the rule's.

        `precompute_inames`: Names of the loops that fill the storage, one for each axis; loops of that name
        that exist already are used.

        `precompute_outer_inames`: Loops in which the fetch runs besides its own, but for swept ones, all of
        whose values it fetches; chosen as described above by default.

        `storage_axis_to_tag`: Tags of the new loops, by axis.

        `default_tag`: Tag of the other new loops.

        `dtype`: Element type of the temporary; by default that of the value. Another one must hold all
        values, and leave the operations on them as they are.

        `fetch_bounding_box`: Whether to fetch the box around the values used, as far as all arrays reach.

        `temporary_address_space`: Address space of the temporary; by default the one that its use needs.

        `compute_insn_id`: Name of the statement that fills the storage; by default made from the rule's.

        `vector_width`: Number of neighbours that are fetched at once: the new loop along which neighbours in
        memory are read is split by it, `j_outer` has the tag that `j` would have, and `j_inner` is tagged
        `vec`.
        """
        return self._step(
            "precompute",
            rule_or_invocations=rule_or_invocations,
            sweep_inames=sweep_inames,
            within=within,
            storage_axes=storage_axes,
            temporary_name=temporary_name,
            precompute_inames=precompute_inames,
            precompute_outer_inames=precompute_outer_inames,
            storage_axis_to_tag=storage_axis_to_tag,
            default_tag=default_tag,
            dtype=dtype,
            fetch_bounding_box=fetch_bounding_box,
            temporary_address_space=temporary_address_space,
            compute_insn_id=compute_insn_id,
            vector_width=vector_width,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def prioritize_loops(
        self: Self,
        loop_priority: str | Sequence[str],
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Asks for an order of loops, outermost first.

        Several calls add up; an order of one loop puts it inside of nothing. Refused where the orders asked
        for contradict each other, and where the order would change which value a read gets.

        `loop_priority`: Loops, outermost first.
        """
        return self._step(
            "prioritize_loops",
            loop_priority=loop_priority,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    set_loop_priority = prioritize_loops

    def privatize_arrays_with_inames(
        self: Self,
        privatizing_inames: str | Sequence[str],
        var_names: str | Sequence[str],
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Works on a temporary in place of an argument that each iteration of some loops sets anew.

        Programs hand on work arrays, or keep them in common blocks and modules, so that all iterations of a
        loop write the same elements and none may run beside another. Here the loops get a temporary, of which
        each work item can have its own, and their last iteration stores what it leaves into the argument, as
        `lastprivate` of OpenMP does. The kernel with the temporary is the reference for all later steps,
        which is why this step, like `recognize_reductions`, comes before others. `auto_parallel` takes it
        where that lets a nest run in parallel. Refused where an iteration may read an element that it has not
        set before, where the last iteration does not surely set each element that others may set, and where
        statements have no times, or others run between the iterations.

        `privatizing_inames`: The loops, outermost first, which stand directly in each other.

        `var_names`: The arguments.
        """
        return self._step(
            "privatize_arrays_with_inames",
            privatizing_inames=privatizing_inames,
            var_names=var_names,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def privatize_temporaries_with_inames(
        self: Self,
        privatizing_inames: str | Sequence[str],
        only_var_names: str | Sequence[str] | None = None,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Gives each iteration of some loops its own copy of temporaries: an axis is added for each loop.

        A loop that carried a temporary from one iteration to the next can then be distributed, unrolled or
        run in parallel. Where an argument bounds a loop, the extent is one in arguments, and the temporary
        lies in global memory. Refused where a temporary is used outside the loops, where neither constants
        nor arguments enclose their bounds, where private or local memory is asked for and no number tells how
        much, and where a value passes from one iteration to another.

        `privatizing_inames`: The loops, in the order of the new axes, which come behind the old ones.

        `only_var_names`: The temporaries; all that are written inside the loops unless given.
        """
        return self._step(
            "privatize_temporaries_with_inames",
            privatizing_inames=privatizing_inames,
            only_var_names=only_var_names,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def reassociate(
        self: Self,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Lets sums and products of floating-point numbers in this kernel be computed in any order from here
        on.

        Each order rounds differently, so that a step which changes it is refused unless the kernel allows
        that. What is written in Loo.py's language does, unless `options={"allow_fp_reordering": False}` says
        otherwise; Fortran does not. Sums over work items and over work groups, interchanged loops that update
        one element, and matrix units need it.
        """
        return self._step(
            "reassociate",
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def recognize_reductions(
        self: Self,
        insn_match: str | None = None,
        exact: bool = False,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Makes reductions of loops that update one element: `s = s + x(i)` becomes `s = s + sum(i, x[i])`.

        The order of the loop's iterations is given up, so sums of floating-point numbers are rounded
        differently from here on: with such a sum the kernel says `reassociate`. The kernel with reductions is
        the reference for all later steps, which is why this step must be the first. It takes the innermost
        loops of a statement as long as the element does not depend on them. A loop may hold further
        statements, if they do not use that element, nor write what its update has read by then; the reduction
        comes behind the loop, and reads what they wrote. Scalars that each iteration computes for itself,
        also in branches, are replaced by their values. A scalar may be updated under conditions, `if (x(i) >
        0) n = n + 1`, and `if (x(i) > s) s = x(i)` is a maximum. Refused where nothing is found, with the
        reasons.

        What is no number keeps its meaning: `max` and `min` leave it out, and an element that is none from
        the start becomes, or stays, what it would.

        `insn_match`: The statements; all of them, unless given.

        `exact`: Whether only those count whose result is the same in any order: `max`, `min`, `any`, `all`,
        and sums and products of integers.
        """
        return self._step(
            "recognize_reductions",
            insn_match=insn_match,
            exact=exact,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def reduction_arg_to_subst_rule(
        self: Self,
        inames: str | Sequence[str],
        insn_match: str | None = None,
        subst_rule_name: str | None = None,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Makes a rule of what a reduction reduces.

        The rule takes the inames of the reduction as parameters, so that `precompute` can store what it
        stands for; those on which the range of a reduction inside depends it mentions instead. Reductions
        over the same inames of the same expression share a rule; each other one gets its own.

        `inames`: The inames of the reduction, all of them.

        `insn_match`: Only in the statements that this matches.

        `subst_rule_name`: Name of the rule; `red_k_arg` unless given.
        """
        return self._step(
            "reduction_arg_to_subst_rule",
            inames=inames,
            insn_match=insn_match,
            subst_rule_name=subst_rule_name,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def remove_inames_from_insn(
        self: Self,
        inames: str | Sequence[str],
        insn_match: str,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Takes statements out of loops that have a single iteration.

        Where the statements mention the iname, its value takes its place. Refused where the loop may have
        several iterations: a statement outside of it would run once instead of in each.

        `inames`: The loops.

        `insn_match`: The statements.
        """
        return self._step(
            "remove_inames_from_insn",
            inames=inames,
            insn_match=insn_match,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def remove_instructions(
        self: Self,
        insn_ids: str | Sequence[str],
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Removes statements, and temporaries that nothing mentions any more.

        What came after a removed statement comes after what that one came after. Refused where the result
        needs what a removed statement wrote.

        `insn_ids`: The statements.
        """
        return self._step(
            "remove_instructions",
            insn_ids=insn_ids,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def remove_predicates_from_insn(
        self: Self,
        predicates: str | Sequence[str],
        insn_match: str,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Removes conditions of statements.

        Accepted where they always hold, by the bounds of loops and assumptions.

        `predicates`: The conditions, as they stand there; all if it is `None`.

        `insn_match`: The statements.
        """
        return self._step(
            "remove_predicates_from_insn",
            predicates=predicates,
            insn_match=insn_match,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def remove_unused_arguments(
        self: Self,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Removes arguments that nothing uses.

        An argument is used by statements, rules, bounds of loops, assumptions, promises and requirements, and
        by extents and strides of what is used itself. The reference loses them as well, so one that only the
        reference uses stays.
        """
        return self._step(
            "remove_unused_arguments",
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def remove_unused_inames(
        self: Self,
        inames: str | Sequence[str] | None = None,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Removes loops that no statement and no reduction uses.

        The bounds of other loops that depended on one hold for all of its values then. Loops whose values
        bound others are used.

        `inames`: The loops to look at; all unless given.
        """
        return self._step(
            "remove_unused_inames",
            inames=inames,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def rename_argument(
        self: Self,
        old_name: str,
        new_name: str,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Gives an argument another name.

        The caller passes it under the new name, and the reference takes it so as well. Refused where
        something has that name already.

        `old_name`: The argument.

        `new_name`: Its new name.
        """
        return self._step(
            "rename_argument",
            old_name=old_name,
            new_name=new_name,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def rename_iname(
        self: Self,
        old_iname: str,
        new_iname: str,
        existing_ok: bool = False,
        within: str | None = None,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Renames a loop, or merges it into another one with the same bounds.

        The tag is kept. With `existing_ok=True` the new name may be that of an iname whose domain is the same
        and that no statement nests with the old one: both are then one loop. Refused where the two differ.

        `old_iname`: Loop to rename.

        `new_iname`: Its new name.

        `existing_ok`: Whether the new name may be that of an existing loop.

        `within`: Only in the statements that this matches; the others keep the loop as it is.
        """
        return self._step(
            "rename_iname",
            old_iname=old_iname,
            new_iname=new_iname,
            existing_ok=existing_ok,
            within=within,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def rename_inames(
        self: Self,
        old_inames: str | Sequence[str],
        new_iname: str,
        existing_ok: bool = False,
        within: str | None = None,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Makes one loop of several, under one name.

        Their domains are the same, and no statement nests two of them. With `existing_ok=True` the name may
        be that of a loop, which then takes in the others. Refused where the domains differ.

        `old_inames`: Loops to rename.

        `new_iname`: Their common name.

        `existing_ok`: Whether the new name may be that of an existing loop.

        `within`: Only in the statements that this matches; the others keep their loops as they are.
        """
        return self._step(
            "rename_inames",
            old_inames=old_inames,
            new_iname=new_iname,
            existing_ok=existing_ok,
            within=within,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def rotate_registers(
        self: Self,
        array: str,
        iname: str,
        within: str | None = None,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Keeps in registers what neighbouring iterations of a loop read, so that each element is loaded
        once.

        A statement that reads `a[k - 1]`, `a[k]` and `a[k + 1]` in a loop over `k` gets a private temporary
        for each of the three. Those that later iterations need too are loaded before the loop for the first
        one, the last one in each iteration, and at the end of an iteration each temporary takes the value of
        the one behind it. Reads that differ in other subscripts have temporaries of their own; what an
        iteration shares with no other one stays as it is. Loops inside of this one would need a temporary for
        each of their iterations: give them to work items, or tag them `ilp`. What is read at the inames of a
        reduction stays as it is for the same reason.

        `array`: Array that is read.

        `iname`: Sequential loop along which reads are shared.

        `within`: The statements that read, all by default.
        """
        return self._step(
            "rotate_registers",
            array=array,
            iname=iname,
            within=within,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def save_and_reload_temporaries(
        self: Self,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Keeps temporaries whose values pass a global barrier in global memory.

        At a global barrier one launch ends and another begins, which private and local memory do not outlive.
        Each such temporary gets an axis for each work group and work item that has a copy of it, and lies in
        global memory. Loo.py stores and loads the values beside the barrier instead. Lowering does the same
        with temporaries whose memory nobody chose. Refused where a statement outside of such a loop uses one
        of its copies.
        """
        return self._step(
            "save_and_reload_temporaries",
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def separate_remainder(
        self: Self,
        iname: str,
        length: int,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Gives the iterations of a loop that fill no block of a length statements and loops of their own.

        Blocks are those that `split_iname(iname, length)` makes: each begins at a multiple of the length. The
        loop keeps the iterations of full blocks, so that code within them, once it is split, needs no test
        for the end. All statements in it are copied for the others, `s` as `s_rest`, in loops `i_rest`: each
        loop around or within them has a copy, so that both may run in launches of their own, and be
        transformed apart. `peel` leaves both in one loop nest.

        Refused for a loop that has a tag or that reductions are over, where a barrier stands in the loop, and
        where constants say that all iterations fill blocks, or none does.

        `iname`: The loop.

        `length`: Iterations of a block.
        """
        return self._step(
            "separate_remainder",
            iname=iname,
            length=length,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def set_argument_order(
        self: Self,
        argument_order: str | Sequence[str],
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Puts the arguments in another order.

        The reference takes them in the same order. Refused where the list lacks an argument or names one
        twice.

        `argument_order`: All arguments.
        """
        return self._step(
            "set_argument_order",
            argument_order=argument_order,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def set_instruction_priority(
        self: Self,
        insn_match: str,
        priority: int,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Sets the priority of statements: of those that may come next, the one with the largest is
        scheduled first.

        `insn_match`: The statements.

        `priority`: Their priority; 0 where none was set.
        """
        return self._step(
            "set_instruction_priority",
            insn_match=insn_match,
            priority=priority,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def set_temporary_address_space(
        self: Self,
        temp_var_names: str | Sequence[str],
        address_space: str,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Says which memory temporaries lie in: `private` to a work item, `local` to a work group, or
        `global`.

        Refused where a value would have to reach a work item that does not share the memory.

        `temp_var_names`: Temporaries.

        `address_space`: Their memory.
        """
        return self._step(
            "set_temporary_address_space",
            temp_var_names=temp_var_names,
            address_space=address_space,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    set_temporary_scope = set_temporary_address_space

    def simplify_indices(
        self: Self,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Simplifies subscripts by what the domains say of the inames.

        Divisions and remainders whose outcome the bounds of the loops fix disappear. Subscripts in the bodies
        of substitution rules stay, since a rule serves many places; expand the rules first. So do those in
        predicates, by which a statement is told from others. Refused where no subscript gets simpler.
        """
        return self._step(
            "simplify_indices",
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def specialize(
        self: Self,
        name: str | None = None,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
        **values: Any
    ) -> Self:
        r"""Makes the kernel of one case: flags and sizes get fixed values, and the case is required at
        launch.

        Like `fix_parameters`, with three differences. The values become a requirement, with a message that a
        caller understands. A list allows several values, such as the two codes of a letter: all conditions on
        them must then be decided alike, and uses that are no conditions stay. And the kernel gets a name, so
        that one source yields a kernel a case.

        Refused where an assumption or a requirement excludes a value, where the type of the parameter does
        not have it, and where a condition holds for some of the listed values only.

        `values`: Parameters and their values, or a list of values: `incx=1, trans=["N", "n"]`.

        `name`: The name of the new kernel; by default the old one with parameters and first values behind it.
        """
        return self._step(
            "specialize",
            name=name,
            allow_empty=allow_empty,
            unchecked=unchecked,
            **values,
        )

    def split_array_axis(
        self: Self,
        array_names: str | Sequence[str],
        axis_nr: int,
        count: int,
        order: str = "C",
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Splits an axis of arrays into an axis of blocks and one within a block.

        The subscript `i` becomes `i // count, i % count`. With `order="F"` the axis within the block comes
        first. Where the count does not divide the extent, the last block has elements that nothing uses. The
        reference has the new axes as well, and the caller passes an argument with them. Refused where the
        extent is not known, or a stride is given.

        `array_names`: The arrays.

        `axis_nr`: Number of the axis, from 0.

        `count`: Elements of a block.

        `order`: `"C"` puts the axis of blocks first, `"F"` the one within a block.
        """
        return self._step(
            "split_array_axis",
            array_names=array_names,
            axis_nr=axis_nr,
            count=count,
            order=order,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def split_iname(
        self: Self,
        iname: str,
        inner_length: int,
        outer_iname: str | None = None,
        inner_iname: str | None = None,
        outer_tag: str | None = None,
        inner_tag: str | None = None,
        slabs: tuple[int, int] = (0, 0),
        within: str | None = None,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Splits a loop into an outer loop over blocks and an inner loop of a fixed number of iterations.

        The iname `i` becomes `i_inner + 16*i_outer` wherever it stands, in reductions too. Where the length
        does not divide the number of iterations, the last block is cut short by a condition, unless an
        assumption rules that out. Refused where the loop has a parallel or unrolling tag, and where slabs
        would be cut off the work items of a group.

        `iname`: Loop to split.

        `inner_length`: Iterations of the inner loop.

        `outer_iname`: Name of the outer loop; `i_outer` unless given.

        `inner_iname`: Name of the inner loop; `i_inner` unless given.

        `outer_tag`: Tag of the outer loop.

        `inner_tag`: Tag of the inner loop.

        `slabs`: How many first and last blocks get code of their own, so that the code between them needs no
        conditions.

        `within`: Only in the statements that this matches; the others keep the loop as it is.
        """
        return self._step(
            "split_iname",
            iname=iname,
            inner_length=inner_length,
            outer_iname=outer_iname,
            inner_iname=inner_iname,
            outer_tag=outer_tag,
            inner_tag=inner_tag,
            slabs=slabs,
            within=within,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def split_reduction_inward(
        self: Self,
        inames: str | Sequence[str],
        within: str | None = None,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Nests reductions over several inames: the one over these inames becomes the inner one.

        Refused where no statement reduces over all of them and others.

        `inames`: The inames.

        `within`: Only in the statements that this matches.
        """
        return self._step(
            "split_reduction_inward",
            inames=inames,
            within=within,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def split_reduction_outward(
        self: Self,
        inames: str | Sequence[str],
        within: str | None = None,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Nests reductions over several inames: the one over these inames becomes the outer one.

        Refused where no statement reduces over all of them and others.

        `inames`: The inames.

        `within`: Only in the statements that this matches.
        """
        return self._step(
            "split_reduction_outward",
            inames=inames,
            within=within,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def tag_array_axes(
        self: Self,
        array_names: str | Sequence[str],
        dim_tags: str | Sequence[str],
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Says how the axes of arrays lie in memory.

        An axis is `c` (row major) or `f` (column major), all of one kind; or its level, `N0` for the
        contiguous axis, `N1` for the next; or `stride:EXPR` in elements, beside any of these. Names may hold
        `*` and `?`. Refused where two elements of an array could share an address. An argument's caller has
        to store it in that way.

        An axis that is `vec` lies inside of all others, where Loo.py has vectors. Arguments stay arrays of
        single elements at these places; a loop tagged `vec` over the axis takes a whole vector at once.

        An axis of constant extent tagged `sep` makes a separate array of each of its subscripts: generated
        code has `a_s0`, `a_s1` and so on in the place of `a`, in the order of the subscripts, of which the
        last runs fastest where several axes are tagged so. `.lpir` and `lprun` keep `a`, which holds these
        arrays one after the other. A subscript of such an axis must be a number when code is printed: tag
        loops that it depends on `unr`.

        `array_names`: Arrays.

        `dim_tags`: One tag an axis; one with a question mark behind it goes where there are more tags than
        axes.
        """
        return self._step(
            "tag_array_axes",
            array_names=array_names,
            dim_tags=dim_tags,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    tag_data_axes = tag_array_axes

    def tag_inames(
        self: Self,
        tags: Mapping[str, Any],
        ignore_nonexistent: bool = False,
        force: bool = False,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Says how loops are realised: as axes of the launch (`g.0`, `l.0`), unrolled (`unr`), as vectors
        (`vec`), by matrix units (`mma`), or as plain loops (`for`).

        A loop tagged `vec` gives each statement in it a loop of its own, like `ilp`. In OpenCL that is one
        assignment of vectors, if it has 2, 4, 8 or 16 iterations, they use neighbours in memory, none uses
        what another one writes, and the value is made by arithmetic, conversions, `abs`, `ceil`, `floor`,
        `fma`, `max`, `min`, `sqrt` and operations on bits. Else it is written out, and `lptranslate` says
        why. Iterations that a condition tells apart are a vector where it holds for all, and written out
        beside it; `assume` that the loop divides, or `slabs=(0, 1)`, spares that. Vectors are loaded and
        stored as such where their first element is known to lie at a multiple of their length, `assume("n mod
        4 = 0")`, else by `vload4` and `vstore4`; buffers must then begin at multiples of 128 bytes, as those
        of OpenCL do, which the launch description says (`buffer_alignment`). Private arrays whose last axis
        only such loops and numbers reach are vectors.

        A loop tagged `mma` runs as one without a tag, except that NVIDIA's GPUs from compute capability 9.0
        on compute it by their matrix units where it has 4, 8 or 16 iterations, each of which adds a product
        `a*b` of doubles to a private variable; other devices run the plain loop from the same code. The unit
        takes tiles of 16 rows by 8 columns, of which each of 32 work items, the lanes of a warp, has four:
        `split_iname("i", 8)` of 16 rows, the outer part tagged `ilp`, and `split_iname("j", 2)` of 8 columns,
        the inner part tagged `ilp`, leave loops of 8 and 4, which `join_inames("i_inner, j_outer", "lane",
        tag="l.0")` makes one. Further loops tagged `ilp` are further tiles. One factor may depend on `lane //
        4` and the first of the two `ilp` loops, the other one on `lane % 4` and the second; both lie in local
        or global memory, and what is the same in all lanes may stand beside them. Sums are rounded in another
        order, so the kernel must say `reassociate`. All lanes must come to the loop together. Where something
        is missing, the loop stays as it is, and `lptranslate` says what.

        Names may hold `*` and `?`. A tag such as `$element` is a word of the user's, of which a loop may have
        many; it changes nothing, and stands for the loops that have it wherever a pattern of inames is asked
        for. Refused where an iname has another tag already that says how it is realised, and where two inames
        of one statement would run along the same axis.

        `tags`: Inames and their tags: `{"i": "g.0", "j": ["l.0", "$element"]}`, a list of pairs, or `"i: g.0,
        j: l.0"`.

        `ignore_nonexistent`: Whether names that no loop has are passed over.

        `force`: Whether a new tag takes the place of another one.
        """
        return self._step(
            "tag_inames",
            tags=tags,
            ignore_nonexistent=ignore_nonexistent,
            force=force,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    tag_iname = tag_inames

    def tag_instructions(
        self: Self,
        insn_match: str,
        new_tag: str,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Adds a tag to statements, by which match expressions can select them.

        `insn_match`: The statements.

        `new_tag`: The tag.
        """
        return self._step(
            "tag_instructions",
            insn_match=insn_match,
            new_tag=new_tag,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def to_batched(
        self: Self,
        nbatches: Any,
        batch_varying_args: str | Sequence[str] = [],
        batch_iname_prefix: str = "ibatch",
        sequential: bool = False,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Does what the kernel does several times, each time with arrays of its own.

        Arrays that vary get an axis in front, and all statements run in a loop over it, of which the
        iterations are in no order. The reference does the same, and the caller passes the arrays so.
        Temporaries in global memory get the axis as well. Refused where an argument that varies is no array
        or has strides of its own, and where something is known of contents of arrays.

        `nbatches`: How many times: a number, or an integer argument, which is added where there is none of
        that name.

        `batch_varying_args`: Arrays that are others each time.

        `batch_iname_prefix`: Name of the loop, with a number behind it where that is taken.

        `sequential`: Runs one time after the other, so that temporaries serve again.
        """
        return self._step(
            "to_batched",
            nbatches=nbatches,
            batch_varying_args=batch_varying_args,
            batch_iname_prefix=batch_iname_prefix,
            sequential=sequential,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def trust(
        self: Self,
        promise: str,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Promises something of the contents of an integer array that only the caller can know.

        `injective idx` says that no two elements of `idx` are equal, so that `a[idx[i]]` is another element
        for each `i` and the loop over `i` may be parallel. `0 <= idx < n` says between which numbers all
        elements lie. `distinct s` says that no two instances of the statement `s`, of the kernel as it was
        imported, write one element: the segments `start[k] <= j < end[k]` of `a[j]` may be parallel then.
        `distinct s(i)` says it of instances that differ in `i`. The promise stays in the kernel, in the
        generated code and in the launch description; `lprun` tests it before each run, and `--strict` refuses
        it. Refused for arrays that the kernel writes, and for statements that write no argument. To test
        `distinct s`, `lprun` interprets the statements that decide where `s` writes.

        `promise`: The promise: `injective idx`, `0 <= idx < n`, `distinct s` or `distinct s(i)`.
        """
        return self._step(
            "trust",
            promise=promise,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def unprivatize_temporaries_with_inames(
        self: Self,
        privatizing_inames: str | Sequence[str],
        only_var_names: str | Sequence[str] | None = None,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Takes from temporaries the axes that `privatize_temporaries_with_inames` gave them.

        One element serves all iterations again, which is refused where an iteration needs what another one
        wrote. A temporary loses an axis if the loop's iname is its subscript wherever it is used. Refused for
        axes that the imported kernel has.

        `privatizing_inames`: The loops.

        `only_var_names`: The temporaries; all that have such an axis unless given.
        """
        return self._step(
            "unprivatize_temporaries_with_inames",
            privatizing_inames=privatizing_inames,
            only_var_names=only_var_names,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def unroll_and_jam(
        self: Self,
        iname: str,
        by: int,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Unrolls a loop around other loops by a factor, and runs the copies together inside of them.

        What the copies share is loaded once in each iteration of the inner loops, and each copy has
        accumulators and temporaries of its own. `unroll_and_jam("i", 4)` is `split_iname("i", 4,
        inner_tag="ilp.unr")`, with the names that this gives the loops. Refused where the copies of one
        iteration of the inner loops depend on each other.

        `iname`: Loop to unroll.

        `by`: How many copies.
        """
        return self._step(
            "unroll_and_jam",
            iname=iname,
            by=by,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )

    def untag_inames(
        self: Self,
        inames: str | Sequence[str],
        tag_type: str | None = None,
        *,
        allow_empty: bool = False,
        unchecked: bool = False,
    ) -> Self:
        r"""Removes the tags of loops, which are then plain sequential loops. Words by which their users find
        them stay unless asked for.

        `inames`: Loops; names may hold `*` and `?`.

        `tag_type`: Only tags of this kind: `g`, `l`, `unr`, `ilp`, `vec`, `mma` or `for`; or a word,
        `$element`.
        """
        return self._step(
            "untag_inames",
            inames=inames,
            tag_type=tag_type,
            allow_empty=allow_empty,
            unchecked=unchecked,
        )
