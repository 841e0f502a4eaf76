import { h, type JSX } from "preact";
import { inline } from "./inline_markdown";

// The small part of Markdown in which rules are written: headings, lists, paragraphs, tables, code, bold and emphasis.
// It makes elements, never HTML text.

interface Item {
  indent: number;
  ordered: boolean;
  text: string;
  start: number;
}

const itemPattern = /^(\s*)([-*+]|\d+[.)])\s+(.*)$/;

function isTable(lines: string[], i: number): boolean {
  return lines[i]!.trim().startsWith("|") && /^\s*\|[\s:|-]+\|\s*$/.test(lines[i + 1] ?? "");
}

function cells(line: string): string[] {
  return line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
}

function list(items: Item[]): JSX.Element {
  const first = items[0]!;
  const entries: { item: Item; inner: Item[] }[] = [];
  for (const item of items) {
    if (item.indent > first.indent && entries.length > 0) entries[entries.length - 1]!.inner.push(item);
    else entries.push({ item, inner: [] });
  }
  const content = entries.map(({ item, inner }) => (
    <li>
      {inline(item.text)}
      {inner.length > 0 && list(inner)}
    </li>
  ));
  return first.ordered ? <ol start={first.start}>{content}</ol> : <ul>{content}</ul>;
}

/** The element of a numbered paragraph. */
export function ruleId(number: string): string {
  return `rule-${number}`;
}

/** What a fenced block of a kind is shown as; what is false stays text. */
type Figure = (kind: string, lines: string[]) => JSX.Element | false;

export function Markdown({ text, figure }: { text: string; figure?: Figure }) {
  return <div class="prose">{blocks(text, figure)}</div>;
}

export function blocks(text: string, figure: Figure = () => false): JSX.Element[] {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const out: JSX.Element[] = [];
  let i = 0;
  const ends = (line: string, at: number) =>
    line.trim() === "" || /^#{1,6}\s/.test(line) || line.startsWith("```") || itemPattern.test(line) || isTable(lines, at);
  while (i < lines.length) {
    const line = lines[i]!;
    if (line.trim() === "") {
      i++;
    } else if (line.startsWith("```")) {
      const code: string[] = [];
      for (i++; i < lines.length && !lines[i]!.startsWith("```"); i++) code.push(lines[i]!);
      i++;
      out.push(figure(line.slice(3).trim(), code) || <pre><code>{code.join("\n")}</code></pre>);
    } else if (/^#{1,6}\s/.test(line)) {
      const level = line.indexOf(" ");
      // The page itself has the first level.
      out.push(h(`h${Math.min(6, level + 1)}`, {}, inline(line.slice(level + 1).trim())));
      i++;
    } else if (isTable(lines, i)) {
      const head = cells(line);
      const rows: string[][] = [];
      for (i += 2; i < lines.length && lines[i]!.trim().startsWith("|"); i++) rows.push(cells(lines[i]!));
      out.push(
        <div class="table-wrap">
          <table>
            <thead><tr>{head.map((cell) => <th>{inline(cell)}</th>)}</tr></thead>
            <tbody>{rows.map((row) => <tr>{row.map((cell) => <td>{inline(cell)}</td>)}</tr>)}</tbody>
          </table>
        </div>,
      );
    } else if (itemPattern.test(line)) {
      const items: Item[] = [];
      for (; i < lines.length; i++) {
        const match = itemPattern.exec(lines[i]!);
        if (match) {
          const mark = match[2]!;
          items.push({ indent: match[1]!.length, ordered: /\d/.test(mark), start: parseInt(mark, 10) || 1, text: match[3]! });
        } else if (/^\s+\S/.test(lines[i]!)) {
          items[items.length - 1]!.text += ` ${lines[i]!.trim()}`;
        } else {
          break;
        }
      }
      out.push(list(items));
    } else {
      const words = [line.trim()];
      for (i++; i < lines.length && !ends(lines[i]!, i); i++) words.push(lines[i]!.trim());
      const number = /^\**(\d+\.\d+)\**$/.exec(words[0]!.split(" ", 1)[0]!)?.[1];
      out.push(<p {...(number && { id: ruleId(number), tabIndex: -1 })}>{inline(words.join(" "))}</p>);
    }
  }
  return out;
}
