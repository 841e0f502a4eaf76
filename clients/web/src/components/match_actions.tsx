import { useEffect, useState } from "preact/hooks";
import { client } from "../app";
import type { GameInfo, Offer, OfferKind, Room } from "../protocol/messages";
import { go, link } from "../router";
import { claimableAt, isOver, type MatchState } from "../store/match_state";
import { hint, link as connection, mySeats, paused, study } from "../store/store";
import { isolated, t, type TextKey } from "../texts";
import { Icon, type IconName } from "./icon";
import { playerName } from "./names";
import { isBot } from "../store/chairs";

export function OfferBar({ state }: { state: MatchState }) {
  return (
    <>
      {state.offers.map((offer) => (
        <OfferCard key={offer.offer} state={state} offer={offer} />
      ))}
    </>
  );
}

function OfferCard({ state, offer }: { state: MatchState; offer: Offer }) {
  const seats = mySeats.value;
  if (seats.length === 0) return null;
  if (seats.length === 1 && seats[0] === offer.by) {
    return (
      <div class="offer" role="status">
        <span>{t(`offer.sent.${offer.kind}`)}</span>
        <button class="button small" data-testid="offer-cancel" onClick={() => void client.play.cancelOffer(offer.offer)}>
          {t("offer.cancel")}
        </button>
      </div>
    );
  }
  return (
    <div class="offer" role="alert" data-testid="offer" data-kind={offer.kind}>
      <span>{t(offer.kind === "pause" && paused.value ? "offer.continue" : `offer.${offer.kind}`, { name: isolated(playerName(state.seats[offer.by])) })}</span>
      <span class="actions">
        <button class="button small primary" data-testid="accept" onClick={() => void client.play.answer(offer.offer, true)}>
          {t("offer.accept")}
        </button>
        <button class="button small" data-testid="decline" onClick={() => void client.play.answer(offer.offer, false)}>
          {t("offer.decline")}
        </button>
      </span>
    </div>
  );
}

/** The opponent is away: how long until the win may be claimed, and the button to do it. */
export function ClaimCard({ state }: { state: MatchState }) {
  const at = claimableAt(state, mySeats.value);
  const [, tick] = useState(0);
  useEffect(() => {
    if (at === null) return;
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [at]);
  if (at === null) return null;
  const opponent = isolated(playerName(state.seats[1 - mySeats.value[0]!]));
  const seconds = Math.ceil((at - client.serverNow()) / 1000);
  return (
    <div class="offer" role="status" data-testid="claim-card">
      <span>{seconds > 0 ? t("claim.wait", { name: opponent, seconds }) : t("claim.now", { name: opponent })}</span>
      <button
        class="button small primary"
        disabled={seconds > 0 || connection.value !== "online"}
        data-testid="claim"
        onClick={() => void client.play.claimWin()}
      >
        {t("match.claim")}
      </button>
    </div>
  );
}

interface ActionsProps {
  state: MatchState;
  game: GameInfo | undefined;
  room: Room;
}

export function Actions({ state, game, room }: ActionsProps) {
  const [asking, setAsking] = useState<"resign" | "abort" | null>(null);
  const offline = connection.value !== "online";
  const seats = mySeats.value;
  const playing = seats.length > 0;
  const over = isOver(state);
  const pending = (kind: OfferKind) => state.offers.some((offer) => offer.kind === kind);
  const people = !state.seats.some((seat) => isBot(seat));
  const gone = state.seats.find((seat) => !isBot(seat) && !room.seats.some((chair) => chair.player?.id === seat.player.id));
  if (asking && !over) {
    const yes = () => {
      setAsking(null);
      void (asking === "resign" ? client.play.resign() : client.play.abort());
    };
    return <Confirm what={asking} onYes={yes} onNo={() => setAsking(null)} />;
  }
  const offer = (kind: OfferKind, icon: IconName, label: TextKey) =>
    !pending(kind) && <Action icon={icon} label={label} disabled={offline} testid={kind} onClick={() => void client.play.offer(kind)} />;
  const moved = state.history.some((entry) => seats.includes(entry.seat));
  const mayStop = !over && playing && state.ply < 2;
  return (
    <div class="actions match-actions" role="group" aria-label={t("match.actions")}>
      {over && playing && gone && (
        <span role="status" data-testid="gone">
          {t("match.gone", { name: isolated(playerName(gone)) })}
        </span>
      )}
      {over && playing && !gone && !pending("rematch") && (
        <button class="button primary" disabled={offline} data-testid="rematch" onClick={() => void client.play.offer("rematch")}>
          {t("match.rematch")}
        </button>
      )}
      {over && (
        <button class="button" onClick={() => go(link.create(room.game))}>
          {t("match.newGame")}
        </button>
      )}
      {over && (
        <a class="button" href={link.replay(state.match)} data-testid="replay">
          {t("match.replay")}
        </a>
      )}
      {!over && playing && (
        <>
          {mayStop ? (
            <Action icon="stop" label="match.abort" disabled={offline} testid="abort" onClick={() => setAsking("abort")} />
          ) : (
            <Action icon="flag" label="match.resign" disabled={offline} testid="resign" onClick={() => setAsking("resign")} />
          )}
          {mayStop && <Action icon="flag" label="match.resign" disabled={offline} testid="resign" onClick={() => setAsking("resign")} />}
          {game?.supports?.draw && offer("draw", "draw", "match.draw")}
          {game?.supports?.takeback && room.takeback !== false && moved && offer("takeback", "takeback", "match.takeback")}
          {!room.rated && (!people || seats.length > 1) && seats.includes(state.toMove) && (
            <Action icon="bulb" label="match.hint" disabled={offline || hint.value === "asking" || study.value !== null} testid="hint" onClick={() => void client.play.getHint()} />
          )}
          {people && seats.length === 1 && (room.tc.kind !== "none" || paused.value) && offer("pause", "pause", paused.value ? "match.continue" : "match.pause")}
          {people && seats.length === 1 && !mayStop && offer("abort", "stop", "match.offerAbort")}
        </>
      )}
      {!study.value && state.historyComplete && (
        <Action icon="branch" label="study.begin" disabled={offline} testid="what-if" onClick={() => client.study.begin()} />
      )}
      <a class="button" href={link.rules(room.game)} target="_blank" rel="noopener">
        <Icon name="book" />
        {t("match.rules")}
      </a>
    </div>
  );
}

interface ActionProps {
  icon: IconName;
  label: TextKey;
  disabled: boolean;
  testid: string;
  onClick(): void;
}

function Action({ icon, label, disabled, testid, onClick }: ActionProps) {
  return (
    <button class="button" disabled={disabled} data-testid={testid} onClick={onClick}>
      <Icon name={icon} />
      {t(label)}
    </button>
  );
}

function Confirm({ what, onYes, onNo }: { what: "resign" | "abort"; onYes(): void; onNo(): void }) {
  const question = t(`match.${what}.ask`);
  return (
    <div class="confirm" role="alertdialog" aria-label={question} onKeyDown={(event) => event.key === "Escape" && onNo()}>
      <strong>{question}</strong>
      <div class="actions">
        <button class="button danger" data-testid={`${what}-yes`} onClick={onYes}>
          {t(`match.${what}.yes`)}
        </button>
        <button class="button" autoFocus onClick={onNo}>
          {t("match.resign.no")}
        </button>
      </div>
    </div>
  );
}
