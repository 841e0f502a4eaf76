import { GameArt } from "../components/game_art";
import { Markdown } from "../components/markdown";
import { link } from "../router";
import { gameInfo, games } from "../store/store";
import { localized, t } from "../texts";

export function RulesPage({ id }: { id: string | null }) {
  if (games.value.length === 0) return null;
  const game = id === null ? null : gameInfo(id);
  if (game === undefined) return <p class="lonely">{t("page.notFound")}</p>;
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
      {text ? <Markdown text={withoutTitle(text)} /> : <p>{t("rules.none")}</p>}
    </article>
  );
}

/** The page has the title already. */
function withoutTitle(text: string): string {
  return text.replace(/^\s*# .*\n/, "");
}
