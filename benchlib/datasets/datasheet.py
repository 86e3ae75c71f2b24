"""What a table is, in a form that can be checked and printed."""

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["Column", "Datasheet"]


@dataclass(frozen=True)
class Column:
    """One column of a table.

    Parameters
    ----------
    dtype : str
        ``"str"``, ``"int64"`` or ``"float64"``: how `datasets.load` reads the column.
    description : str
        What it holds, with its unit.
    missing : bool
        Whether ``nan`` may stand in it.
    """

    dtype: str
    description: str
    missing: bool = False


@dataclass(frozen=True)
class Datasheet:
    """What a reader must know before using a table.

    Parameters
    ----------
    name, title : str
        The name that `datasets.load` takes, and the table in a few words.
    row : str
        What one row is.
    columns : mapping of str to Column
        In file order.
    key : tuple of str
        The columns that identify a row; no two rows share them.
    made_by : str
        How the table came to be.
    source, licence, attribution : str
        Where its facts are from, and on which terms.
    quirks : tuple of str
        What surprises in it.
    words : mapping of str to str, optional
        Names that stand in the table and that a newcomer does not know, each with its meaning.
    """

    name: str
    title: str
    row: str
    columns: Mapping[str, Column]
    key: tuple[str, ...]
    made_by: str
    source: str
    licence: str
    attribution: str
    quirks: tuple[str, ...]
    words: Mapping[str, str] = field(default_factory=dict)

    def to_markdown(self) -> str:
        """Return the datasheet as Markdown: a paragraph, a table of columns, and lists."""
        lines = [
            f"**One row is** {self.row}. The columns {', '.join(f'`{k}`' for k in self.key)} "
            "identify it."
            if len(self.key) > 1
            else f"**One row is** {self.row}. The column `{self.key[0]}` identifies it.",
            "",
            "| column | type | holds |",
            "|---|---|---|",
        ]
        lines += [f"| `{k}` | {c.dtype} | {c.description} |" for k, c in self.columns.items()]
        lines += [
            "",
            f"- **Made by:** {self.made_by}",
            f"- **Source:** {self.source}",
            f"- **Licence of the data:** {self.licence}",
            f"- **Attribution:** {self.attribution}",
        ]
        lines += [f"- **Quirk:** {quirk}" for quirk in self.quirks]
        if self.words:
            lines += ["", "What the names in the table mean:", ""]
            lines += [f"- **{word}:** {meaning}" for word, meaning in self.words.items()]
        return "\n".join(lines)
