import { useEffect, useRef, useState } from "preact/hooks";
import { client } from "../app";
import { BoardPanel, ratioOf, useLayout } from "../components/board_panel";
import { Select } from "../components/fields";
import { History } from "../components/history";
import { MoveEntry } from "../components/move_entry";
import { optionsText } from "../components/names";
import { defaultsOf, OptionFields } from "../components/option_fields";
import { StudyBanner } from "../components/study_banner";
import { ViewTools } from "../components/view_tools";
import { readGame, type GameText, type Unreadable } from "../store/game_text";
import { gameInfo, games, study } from "../store/store";
import { t } from "../texts";

/** A game that somebody wrote down: it is pasted or read from a file, and looked through on the board. */
export function ImportPage() {
  const [read, setRead] = useState<GameText | null>(null);
  useEffect(() => () => client.study.close(), []);
  if (read && study.value) return <Imported it={read} onBack={() => (client.study.close(), setRead(null))} />;
  return <ImportForm onRead={setRead} />;
}

function ImportForm({ onRead }: { onRead(it: GameText): void }) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<Unreadable | "illegal" | null>(null);
  const [game, setGame] = useState(games.value[0]?.game ?? "");
  const [options, setOptions] = useState(defaultsOf(games.value[0]!));
  const choose = (id: string) => {
    setGame(id);
    setOptions(defaultsOf(gameInfo(id)!));
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    const it = readGame(text, games.value, { game, options });
    if (typeof it === "string") return setProblem(it);
    // The server plays the moves by the rules; it says which of them is none.
    if (await client.study.open(it.game, it.options, it.moves, it.moves.length)) onRead(it);
    else setProblem("illegal");
  };
  return (
    <section class="import panel">
      <h1>{t("import.title")}</h1>
      <p class="muted">{t("import.what")}</p>
      <form onSubmit={(event) => void submit(event)}>
        <label class="field">
          <span class="label">{t("import.text")}</span>
          <textarea name="game-text" rows={10} dir="ltr" spellcheck={false} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <label class="field">
          <span class="label">{t("import.file")}</span>
          <input type="file" name="game-file" accept=".txt,.pgn,.json,text/plain,application/json" onChange={(event) => void event.currentTarget.files?.[0]?.text().then(setText)} />
        </label>
        <Select name="game" label={t("import.game")} value={game} onChange={choose} choices={games.value.map((it) => [it.game, it.name] as const)} />
        <OptionFields game={gameInfo(game)} options={options} onChange={setOptions} />
        {problem && <p role="alert">{t(`import.${problem}`)}</p>}
        <button class="button primary" type="submit">
          {t("import.open")}
        </button>
      </form>
    </section>
  );
}

function Imported({ it, onBack }: { it: GameText; onBack(): void }) {
  const [flipped, setFlipped] = useState(false);
  const entry = useRef<HTMLInputElement>(null);
  const now = study.value!;
  const game = gameInfo(it.game);
  const board = useLayout(it.game, now.board);
  useEffect(() => {
    document.title = [t("import.title"), game?.name ?? it.game, t("app.name")].join(" · ");
    return () => {
      document.title = t("app.name");
    };
  }, []);
  return (
    <div class="match" style={{ "--ratio": ratioOf(board) }} data-testid="import-page">
      <h1 class="hidden">{t("match.board", { game: game?.name ?? it.game })}</h1>
      <div class="board-column">
        <BoardPanel
          game={it.game}
          board={now.board}
          pieces={now.position?.pieces ?? []}
          turn={now.ply}
          lastMove={null}
          flipped={flipped}
          onType={(text) => {
            if (!entry.current) return;
            entry.current.value += text;
            entry.current.focus();
          }}
        />
      </div>
      <aside class="side-column" aria-label={t("match.side")}>
        <div class="match-title">
          <div>
            <h2>{game?.name ?? it.game}</h2>
            <p class="muted">{[it.names.filter(Boolean).join(" – "), optionsText(game, it.options), it.result === "*" ? "" : it.result].filter(Boolean).join(" · ")}</p>
          </div>
          <ViewTools game={it.game} board={now.board} onFlip={() => setFlipped(!flipped)} />
        </div>
        <StudyBanner />
        <History moves={now.main} sides={game?.sides ?? ["", ""]} />
        <div class="actions match-actions">
          <button class="button" onClick={onBack}>
            {t("import.another")}
          </button>
        </div>
        <MoveEntry input={entry} />
      </aside>
    </div>
  );
}
