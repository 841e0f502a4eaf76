import { useEffect, useRef } from "preact/hooks";
import { client } from "../app";
import { PieceDefs } from "../board/pieces";
import { useHeading } from "../components/heading";
import { Herald } from "../components/herald";
import { later } from "../components/later";
import { LinkBanner } from "../components/link_banner";
import { NameChip } from "../components/name_chip";
import { NotFound } from "../components/not_found";
import { FoundElsewhere, SeekingElsewhere, useFoundRoom } from "../components/quick_match";
import { Settings } from "../components/settings";
import { Toasts } from "../components/toasts";
import { link, route } from "../router";
import { link as connection, personAsked, player } from "../store/store";
import { t } from "../texts";
import { LobbyPage } from "./lobby_page";
import { OfflinePage } from "./offline_page";

const RoomPage = later(async () => (await import("./room_page")).RoomPage);
const CreatePage = later(async () => (await import("./create_page")).CreatePage);
const RulesPage = later(async () => (await import("./rules_page")).RulesPage);
const MatchesPage = later(async () => (await import("./matches_page")).MatchesPage);
const ImportPage = later(async () => (await import("./import_page")).ImportPage);
const ReplayPage = later(async () => (await import("./replay_page")).ReplayPage);
const HandoverPage = later(async () => (await import("./handover_page")).HandoverPage);
const PersonDialog = later(async () => (await import("../components/person_dialog")).PersonDialog);

export function App() {
  useHeading();
  const asked = personAsked.value;
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        {t("nav.skip")}
      </a>
      <PieceDefs />
      <Header />
      <LinkBanner />
      <main id="main" tabIndex={-1}>
        <SeekingElsewhere />
        <FoundElsewhere />
        <Page />
      </main>
      {asked && <PersonDialog key={asked.id} who={asked} />}
      <Herald />
      <Toasts />
    </>
  );
}

/** The hash is the route, so the link to the content must not change it. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

function Header() {
  const page = route.value.page;
  const current = (is: boolean) => (is ? "page" : undefined);
  return (
    <header class="site">
      <a class="brand" href={link.lobby()}>
        <img src="favicon.svg" alt={t("app.name")} width="28" height="28" />
        <span aria-hidden="true">{t("app.name")}</span>
      </a>
      <nav aria-label={t("nav.main")}>
        <a href={link.lobby()} aria-current={current(page === "lobby")}>
          {t("nav.play")}
        </a>
        <a href={link.rules()} aria-current={current(page === "rules")}>
          {t("nav.rules")}
        </a>
        <a href={link.matches()} aria-current={current(page === "matches")}>
          {t("nav.matches")}
        </a>
      </nav>
      <NameChip />
      <Settings />
    </header>
  );
}

function Page() {
  const at = route.value;
  const page = at.page;
  useRoomOfAddress();
  useFoundRoom();
  // Nothing has been heard from the server yet, so there is nothing to show.
  if (!player.value && connection.value !== "online") return <OfflinePage />;
  if (page === "lobby") return <LobbyPage />;
  if (page === "new") return <CreatePage key={at.game} id={at.game} />;
  if (page === "rules") return <RulesPage id={at.game} rule={at.rule} />;
  if (page === "room") return <RoomPage />;
  if (page === "matches") return <MatchesPage />;
  if (page === "import") return <ImportPage />;
  if (page === "replay") return <ReplayPage key={at.match} match={at.match} ply={at.ply} />;
  if (page === "handover") return <HandoverPage code={at.code} />;
  return <NotFound />;
}

/** Keeps the client in the room that the address names, and lets go when the address leads elsewhere. */
function useRoomOfAddress(): void {
  const at = route.value;
  const inside = useRef(false);
  useEffect(() => {
    if (at.page === "room") {
      inside.current = true;
      client.table.open({ by: at.by, value: at.value, watch: at.watch });
    } else if (inside.current) {
      inside.current = false;
      client.table.close();
    }
    // A page that was asked for one of its paragraphs has gone there itself.
    if (at.page !== "rules" || !at.rule) scrollTo(0, 0);
  }, [at]);
}
