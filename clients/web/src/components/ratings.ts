import type { Rating } from "../protocol/messages";

/** A rating that is not sure yet has a question mark. */
export function ratingText({ rating, provisional }: Rating): string {
  return `${Math.round(rating)}${provisional ? "?" : ""}`;
}
