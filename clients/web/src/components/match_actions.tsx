import { useState } from "preact/hooks";
import { client } from "../app";
import type { GameInfo, Offer, Room } from "../protocol/messages";
import { go, link } from "../router";
import { isOver, type MatchState } from "../store/match_state";
import { link as connection, mySeats } from "../store/store";
import { t } from "../texts";
import { playerName } from "./names";

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
      <div class="offer">
        <span>{t("offer.sent")}</span>
        <button class="button small" onClick={() => void client.cancelOffer(offer.offer)}>
          {t("offer.cancel")}
        </button>
      </div>
    );
  }
  return (
    <div class="offer" role="alert">
      <span>{t(`offer.${offer.kind}`, { name: playerName(state.seats[offer.by]) })}</span>
      <span class="actions">
        <button class="button small primary" data-testid="accept" onClick={() => void client.answer(offer.offer, true)}>
          {t("offer.accept")}
        </button>
        <button class="button small" onClick={() => void client.answer(offer.offer, false)}>
          {t("offer.decline")}
        </button>
      </span>
    </div>
  );
}

interface ActionsProps {
  state: MatchState;
  game: GameInfo | undefined;
  room: Room;
  onFlip(): void;
}

export function Actions({ state, game, room, onFlip }: ActionsProps) {
  const [asking, setAsking] = useState(false);
  const offline = connection.value !== "online";
  const playing = mySeats.value.length > 0;
  const over = isOver(state);
  const pending = (kind: string) => state.offers.some((offer) => offer.kind === kind);
  const canClaim =
    playing && !over && state.seats.some((seat, i) => seat.presence === "gone" && !mySeats.value.includes(i as 0 | 1));
  if (asking && !over) {
    const resign = () => {
      setAsking(false);
      void client.resign();
    };
    return (
      <div class="confirm" role="alertdialog" aria-label={t("match.resign.ask")}>
        <strong>{t("match.resign.ask")}</strong>
        <div class="actions">
          <button class="button danger" data-testid="resign-yes" onClick={resign}>
            {t("match.resign.yes")}
          </button>
          <button class="button" autoFocus onClick={() => setAsking(false)}>
            {t("match.resign.no")}
          </button>
        </div>
      </div>
    );
  }
  return (
    <div class="actions match-actions" role="group" aria-label={t("match.actions")}>
      {over && playing && !pending("rematch") && (
        <button class="button primary" disabled={offline} data-testid="rematch" onClick={() => void client.offer("rematch")}>
          {t("match.rematch")}
        </button>
      )}
      {over && (
        <button class="button" onClick={() => go(link.create(room.game))}>
          {t("match.newGame")}
        </button>
      )}
      {canClaim && (
        <button class="button primary" disabled={offline} onClick={() => void client.claimWin()}>
          {t("match.claim")}
        </button>
      )}
      {!over && playing && (
        <button class="button" disabled={offline} data-testid="resign" onClick={() => setAsking(true)}>
          {t("match.resign")}
        </button>
      )}
      {!over && playing && game?.supports?.draw && !pending("draw") && (
        <button class="button" disabled={offline} onClick={() => void client.offer("draw")}>
          {t("match.draw")}
        </button>
      )}
      {!over && playing && game?.supports?.takeback && room.takeback !== false && state.ply > 0 && !pending("takeback") && (
        <button class="button" disabled={offline} onClick={() => void client.offer("takeback")}>
          {t("match.takeback")}
        </button>
      )}
      <button class="button" onClick={onFlip}>
        {t("match.flip")}
      </button>
      <a class="button" href={link.rules(room.game)} target="_blank" rel="noopener">
        {t("match.rules")}
      </a>
    </div>
  );
}
