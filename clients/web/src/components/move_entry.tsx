import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import { client } from "../app";
import { legal, premoveLegal, premoving, refusal, study, studyLegal } from "../store/store";
import { t } from "../texts";
import { RefusalNote } from "./refusal_note";

/** A move as text, for those who know the notation and for those who cannot see the board. */
export function MoveEntry({ input }: { input: RefObject<HTMLInputElement> }) {
  const [problem, setProblem] = useState("");
  const ahead = premoving.value && !study.value;
  const moves = study.value ? studyLegal.value : ahead ? (premoveLegal.value?.moves ?? []) : legal.value;
  const plain = (text: string) => text.replace(/\s+/g, "").toLowerCase();
  const submit = (event: Event) => {
    event.preventDefault();
    const field = input.current!;
    const typed = plain(field.value);
    if (typed === "") return;
    const exact = moves.find((move) => plain(move) === typed);
    const starts = moves.filter((move) => plain(move).startsWith(typed));
    // What is kept for later may become a move by what the opponent plays: the server sees when it is due.
    const move = exact ?? (starts.length === 1 ? starts[0] : ahead ? field.value.replace(/\s+/g, "") : undefined);
    setProblem(move || moves.length ? "" : t("match.notNow"));
    if (!move && moves.length) void client.play.reasons.ofTyped(field.value.trim());
    if (!move) return;
    field.value = "";
    client.play.choose(move);
  };
  return (
    <form class="move-entry" onSubmit={submit}>
      <label for="move-entry">{t("match.type")}</label>
      <input
        id="move-entry"
        ref={input}
        list="legal-moves"
        autoComplete="off"
        autoCapitalize="none"
        spellcheck={false}
        aria-describedby="move-problem"
        data-testid="move-entry"
        onInput={() => {
          setProblem("");
          if (refusal.value?.typed) refusal.value = null;
        }}
      />
      <datalist id="legal-moves">
        {moves.slice(0, 400).map((move) => (
          <option key={move} value={move} />
        ))}
      </datalist>
      <button class="button small">{t("match.playIt")}</button>
      <div id="move-problem" class="problem" role="status">
        {problem}
        <RefusalNote typed />
      </div>
    </form>
  );
}
