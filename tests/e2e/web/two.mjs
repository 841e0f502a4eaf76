// Two people at one table, each with a page of their own.
import { createRoom, inMatch, turnOf, waitForTurn } from "./player.mjs";
import { newPerson, noComplaints } from "./support.mjs";

export const testid = (page, name) => page.locator(`[data-testid=${name}]`);

/** They meet by invitation and start; the options are those of the room. */
export async function pair(browser, url, game, options = {}, hostOptions = {}) {
  const host = await newPerson(browser, url, "Ada", hostOptions);
  const guest = await newPerson(browser, url, "Bob");
  await createRoom(host.page, game, { opponent: "person", ...options });
  await guest.page.goto(await testid(host.page, "invite").inputValue());
  await testid(guest.page, "ready").click();
  await testid(host.page, "ready").click();
  await inMatch(host.page);
  await inMatch(guest.page);
  return { host, guest };
}

export async function part(...people) {
  noComplaints(...people);
  for (const person of people) await person.context.close();
}

/** One move at random by the side whose turn it is; both pages have it then. */
export async function moveTogether(one, other, random) {
  const turn = await turnOf(one.page);
  const squares = () => one.page.locator("[data-testid=move-menu] [data-move], [data-next=true]");
  await squares().first().waitFor();
  for (let clicks = 0; clicks < 12 && (await turnOf(one.page)) === turn && (await squares().count()) > 0; clicks++) {
    await squares().nth(Math.floor(random() * (await squares().count()))).click();
  }
  await Promise.all([waitForTurn(one.page, turn + 1), waitForTurn(other.page, turn + 1)]);
}
