import { useEffect, useState } from "preact/hooks";
import { PieceArt } from "../board/pieces";
import { toneOf } from "../board/tone";
import { GameArt } from "../components/game_art";
import { Leaders } from "../components/leaders";
import { DrawnPosition } from "../components/drawn_position";
import { Markdown, ruleId } from "../components/markdown";
import { NotFound } from "../components/not_found";
import { defaultsOf, OptionFields } from "../components/option_fields";
import { TryBoard } from "../components/try_board";
import type { GameInfo, Options, Seat } from "../protocol/messages";
import { link } from "../router";
import { gameInfo, games } from "../store/store";
import { localized, t } from "../texts";

export function RulesPage({ id, rule }: { id: string | null; rule?: string }) {
  const known = games.value.length > 0;
  useEffect(() => {
    const paragraph = rule ? document.getElementById(ruleId(rule)) : null;
    if (!paragraph) return;
    paragraph.classList.add("named");
    paragraph.focus({ preventScroll: true });
    paragraph.scrollIntoView({ block: "center" });
    return () => paragraph.classList.remove("named");
  }, [id, rule, known]);
  if (games.value.length === 0) return null;
  const game = id === null ? null : gameInfo(id);
  if (game === undefined) return <NotFound />;
  if (game === null) {
    return (
      <section>
        <h1>{t("rules.title")}</h1>
        <ul class="game-cards">
          {games.value.map((it) => (
            <li key={it.game}>
              <a class="game-card" href={link.rules(it.game)}>
                <GameArt game={it} />
                <span class="game-name">{it.name}</span>
                {it.credit?.designer && <span class="game-by">{t("lobby.by", { designer: it.credit.designer })}</span>}
              </a>
            </li>
          ))}
        </ul>
      </section>
    );
  }
  const text = localized(game.rulesText);
  const { designer, year, note } = game.credit ?? {};
  const facts = [
    designer && t("rules.designer", { designer }),
    year && t("rules.year", { year }),
    t("rules.version", { version: game.rulesVersion }),
  ].filter(Boolean);
  return (
    <article class="rules">
      <header class="rules-head">
        <GameArt game={game} />
        <div>
          <h1>{game.name}</h1>
          <p class="muted" data-testid="credit">{facts.join(" · ")}</p>
          {note && <p class="muted">{note}</p>}
          <a class="button primary" href={link.create(game.game)}>
            {t("rules.play", { game: game.name })}
          </a>
        </div>
      </header>
      <PieceLegend game={game} />
      <Trial key={game.game} game={game} />
      {text ? <Markdown key={game.game} text={withoutTitle(text)} figure={figureOf(game)} /> : <p>{t("rules.none")}</p>}
      <Leaders game={game.game} />
    </article>
  );
}

/** Every kind of piece as both sides have it; the first player's comes first. */
function PieceLegend({ game }: { game: GameInfo }) {
  return (
    <ul class="legend" aria-label={t("rules.pieces")}>
      {Object.values(game.kinds ?? {}).map((kind) => (
        <li key={kind.label}>
          {([0, 1] as Seat[]).map((side) => (
            <svg key={side} class="legend-piece" viewBox="-50 -50 100 100" role="img" aria-label={game.sides[side]}>
              <PieceArt kind={kind} side={side} count={1} tone={toneOf(game.colours ?? [], side)} />
            </svg>
          ))}
          <span>{kind.label}</span>
        </li>
      ))}
    </ul>
  );
}

/** The rules at work, on any of the game's boards. */
function Trial({ game }: { game: GameInfo }) {
  const [options, setOptions] = useState<Options>(() => defaultsOf(game));
  return (
    <section class="trial panel" aria-labelledby="trial">
      <h2 id="trial">{t("rules.try")}</h2>
      <p class="muted">{t("rules.tryNote")}</p>
      <TryBoard game={game} options={options} />
      <details class="more">
        <summary>{t("create.options")}</summary>
        <OptionFields game={game} options={options} onChange={setOptions} />
      </details>
    </section>
  );
}

/** Positions stand in the rules as drawings of letters; here they become boards. */
function figureOf(game: GameInfo) {
  return (kind: string, lines: string[]) => kind === "position" && <DrawnPosition game={game} lines={lines} />;
}

/** The page has the title already. */
function withoutTitle(text: string): string {
  return text.replace(/^\s*# .*\n/, "");
}
