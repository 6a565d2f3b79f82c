"""How does a branch come to hold a site? By one commit on top of it, without a working tree and without force."""

import re
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from printproof_base.project import ProjectError
from printproof_base.report import Say
from printproof_site.publishing.folder import Held
from printproof_site.publishing.plan import MANIFEST, Plan, manifest_of
from printproof_site.publishing.programs import answer, work

FILE = "100644"
MARK = ".nojekyll"
"""What tells Pages of GitHub that nothing here is to be built: it would leave out what begins with ``_``."""

FASTER = re.compile(r"\[rejected\]|cannot lock ref|failed to update ref|reference already exists|incorrect old value")
"""How git says that another push came first: the first words before it sends, the others where both came at once."""


def source_of(root: Path) -> str:
    """The commit that a folder has checked out, and whether files differ from it; empty where git knows of none."""
    git = ("git", "-C", str(root), "--no-optional-locks")  # else a look at the files would write the index
    try:
        commit = answer(*git, "rev-parse", "HEAD").strip()
        return commit + "-dirty" * bool(answer(*git, "status", "--porcelain", "--untracked-files=no"))
    except ProjectError:
        return ""


@dataclass(frozen=True)
class Branch:
    """A branch of a repository, which is an address or the name of a remote of the checkout in ``root``."""

    root: Path
    repository: str
    branch: str
    scratch: Path
    """A folder for the index that a commit is made of: that of the checkout is left alone."""

    def held(self, files: Mapping[str, Path]) -> Held:
        """What the branch holds of a site's files, by their names, and besides. Raises ProjectError."""
        held = {name: digest if mode == FILE else mode for name, (mode, digest) in self._tree.items()}
        text = self._git("cat-file", "blob", self._tree[MANIFEST][1]) if MANIFEST in self._tree else ""
        return {**self._blobs(files), MARK: self._kept("")}, held, manifest_of(text)

    def put(self, plan: Plan, files: Mapping[str, Path], report: Say) -> None:
        """Let the branch hold what a plan says. Raises ProjectError where somebody moved it meanwhile."""
        if plan.is_empty:
            return
        blobs = self._blobs({name: files[name] for name in plan.new if name != MARK}, "-w")
        blobs |= {MARK: self._kept(""), MANIFEST: self._kept(plan.after.text)}
        stays = {name: entry for name, entry in self._tree.items() if name not in plan.out}
        entries = stays | {name: (FILE, blob) for name, blob in blobs.items()}
        listed = "".join(f"{mode} {blob}\t{name}\0" for name, (mode, blob) in entries.items())
        self._git("update-index", "-z", "--index-info", given=listed)
        parents = ["-p", self._tip] if self._tip else []
        message = f"Publish the site of {plan.after.source}"
        commit = self._git("commit-tree", self._git("write-tree").strip(), *parents, "-m", message).strip()
        self._push(commit, report)

    def alone(self) -> AbstractContextManager[None]:
        """Nothing: of two that push, git itself refuses the second."""
        return nullcontext()

    def _push(self, commit: str, report: Say) -> None:
        push = ("git", "-C", str(self.root), "push", "--progress", "--", self.repository)
        try:
            work(*push, f"{commit}:refs/heads/{self.branch}", doing="pushing", report=report)
        except ProjectError as problem:
            if not FASTER.search(str(problem)):
                raise
            fact = "somebody pushed to it meanwhile, so nothing was published"
            raise ProjectError.at(self.branch, fact, "run it again") from None

    @cached_property
    def _tip(self) -> str:
        """The commit that the branch is at, which the checkout has afterwards; empty where there is no branch."""
        ref = f"refs/heads/{self.branch}"
        tip = self._git("ls-remote", "--", self.repository, ref).partition("\t")[0]
        if tip:
            self._git("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--", self.repository, ref)
            # Commits that one has and the other has not: where either has them all, the branch holds the sources.
            if (
                source_of(self.root)
                and "0" in self._git("rev-list", "--left-right", "--count", f"{tip}...HEAD").split()
            ):
                fact, cure = "holds the sources, not a site", f"name another branch: git:{self.repository}#gh-pages"
                raise ProjectError.at(self.branch, fact, cure)
        return tip

    @cached_property
    def _tree(self) -> Mapping[str, tuple[str, str]]:
        """The files of the branch, each with its mode and its digest."""
        if not self._tip:
            return {}
        lines = self._git("ls-tree", "-r", "-z", "--full-tree", self._tip).split("\0")
        entries = (line.partition("\t") for line in lines if line)
        return {name: (facts.split()[0], facts.split()[2]) for facts, _, name in entries}

    def _blobs(self, files: Mapping[str, Path], *options: str) -> dict[str, str]:
        """The digests that git has for files, as they are; with ``-w`` it keeps them."""
        paths = "".join(f"{path.absolute()}\n" for path in files.values())
        found = self._git("hash-object", "--no-filters", "--stdin-paths", *options, given=paths).split()
        return dict(zip(files, found, strict=True))

    def _kept(self, text: str) -> str:
        """The digest that git has for a text, which it keeps."""
        return self._git("hash-object", "-w", "--stdin", given=text).strip()

    def _git(self, *command: str, given: str = "") -> str:
        return answer("git", "-C", str(self.root), *command, given=given, GIT_INDEX_FILE=str(self.scratch / "index"))
