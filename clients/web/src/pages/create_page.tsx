import { useState } from "preact/hooks";
import { client } from "../app";
import { GameArt } from "../components/game_art";
import { firstGameLevel, useComputers, wishFor } from "../components/computers";
import { Check, Choice, Select, type Choices } from "../components/fields";
import { NotFound } from "../components/not_found";
import { summaryOf } from "../components/names";
import { defaultsOf, OptionFields } from "../components/option_fields";
import { TimeFields } from "../components/time_fields";
import { visibilities } from "../components/visibilities";
import type { GameInfo, Options, TimeControl, Visibility } from "../protocol/messages";
import { go, link } from "../router";
import type { NewRoom } from "../store/table";
import { gameInfo, games, link as connection } from "../store/store";
import { t } from "../texts";

type Opponent = "bot" | "person" | "hotseat" | "bots";

/** Who was played against last; a program from outside may be gone by now. */
const lastComputers: [string, string] = [String(firstGameLevel), String(firstGameLevel)];

export function CreatePage({ id }: { id: string }) {
  const game = gameInfo(id);
  if (!game) return games.value.length > 0 ? <NotFound /> : null;
  return <CreateForm game={game} />;
}

function CreateForm({ game }: { game: GameInfo }) {
  const computers = useComputers(game);
  const [opponent, setOpponent] = useState<Opponent>(computers.length > 0 ? "bot" : "person");
  const [chosen, setChosen] = useState(lastComputers);
  const [first, setFirst] = useState<NewRoom["firstSeat"]>("random");
  const [options, setOptions] = useState<Options>(() => defaultsOf(game));
  const [tc, setTc] = useState<TimeControl>({ kind: "none" });
  const [chosenVisibility, setVisibility] = useState<Visibility | null>(null);
  const [takeback, setTakeback] = useState(true);
  const [spectators, setSpectators] = useState(true);
  const [rated, setRated] = useState(false);
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);

  // A friend gets a link; nobody else sees the table unless one wants that.
  const visibility = chosenVisibility ?? (opponent === "person" ? "unlisted" : "public");

  const choose = (index: 0 | 1, value: string) => {
    lastComputers[index] = value;
    setChosen([...lastComputers]);
  };
  const computer = (index: 0 | 1) => (computers.some(([it]) => it === chosen[index]) ? chosen[index] : (computers[0]?.[0] ?? "1"));

  const wish = (): NewRoom => {
    const bot = (index: 0 | 1) => wishFor(computer(index));
    const human = { kind: "human" as const };
    const seats: Record<Opponent, NewRoom["seats"]> = {
      bot: [human, bot(1)],
      person: [human, human],
      hotseat: [human, human],
      bots: [bot(0), bot(1)],
    };
    const fixed = opponent === "hotseat" || opponent === "bots";
    return {
      game: game.game,
      options,
      seats: seats[opponent],
      hotseat: opponent === "hotseat",
      firstSeat: fixed ? "0" : first,
      tc,
      visibility,
      takeback,
      spectators,
      rated: rated && opponent === "person",
      password: (opponent === "person" && password) || undefined,
    };
  };

  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    const made = await client.table.create(wish());
    setBusy(false);
    if (made) go(link.room(made.code, made.watch));
  };

  const opponents: Choices<Opponent> = [
    ["bot", t("create.opponent.bot")],
    ["person", t("create.opponent.person")],
    ["hotseat", t("create.opponent.hotseat")],
    ["bots", t("create.opponent.bots")],
  ];
  const needsBots = (kind: Opponent) => kind === "bot" || kind === "bots";

  return (
    <form class="create panel" onSubmit={submit}>
      <div class="create-head">
        <GameArt game={game} options={options} />
        <div>
          <h1>{t("create.title", { game: game.name })}</h1>
          <p>{summaryOf(game)}</p>
          <a href={link.rules(game.game)}>{t("create.rules")}</a>
        </div>
      </div>

      <Choice
        name="opponent"
        label={t("create.opponent")}
        value={opponent}
        onChange={setOpponent}
        choices={opponents.filter(([kind]) => computers.length > 0 || !needsBots(kind))}
      />
      {opponent === "bot" && (
        <Select name="level" label={t("create.level")} value={computer(1)} onChange={(it) => choose(1, it)} choices={computers} />
      )}
      {opponent === "bots" &&
        ([0, 1] as const).map((seat) => (
          <Select
            key={seat}
            name={`level${seat}`}
            label={t("create.levelOf", { side: game.sides[seat] })}
            value={computer(seat)}
            onChange={(it) => choose(seat, it)}
            choices={computers}
          />
        ))}
      {(opponent === "bot" || opponent === "person") && (
        <Choice
          name="side"
          label={t("create.side")}
          value={first}
          onChange={setFirst}
          choices={[
            ["random", t("create.side.random")],
            ["0", game.sides[0]],
            ["1", game.sides[1]],
          ]}
        />
      )}

      <OptionFields game={game} options={options} onChange={setOptions} />

      <TimeFields tc={tc} onChange={setTc} />
      <Choice
        name="visibility"
        label={t("create.visibility")}
        value={visibility}
        onChange={setVisibility}
        choices={visibilities()}
      />
      <details class="more">
        <summary>{t("create.more")}</summary>
        <Check name="takeback" label={t("create.takeback")} value={takeback} onChange={setTakeback} />
        <Check name="spectators" label={t("create.spectators")} value={spectators} onChange={setSpectators} />
        {opponent === "person" && <Check name="rated" label={t("create.rated")} value={rated} onChange={setRated} />}
        {opponent === "person" && (
          <label class="field">
            <span class="label">{t("create.password")}</span>
            <input name="password" autoComplete="off" maxLength={64} value={password} onInput={(event) => setPassword(event.currentTarget.value)} />
          </label>
        )}
      </details>
      <button class="button primary big" disabled={busy || connection.value !== "online"} data-testid="create">
        {t(opponent === "person" ? "create.open" : "create.go")}
      </button>
    </form>
  );
}
