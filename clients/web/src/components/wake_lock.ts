import { useEffect } from "preact/hooks";

/** Keeps the screen on while it is wanted. Browsers let go of it whenever the page is hidden. */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let over = false;
    const hold = async () => {
      if (document.hidden || (lock && !lock.released)) return;
      // It is refused on a low battery: the screen goes off as it always did.
      const got = await navigator.wakeLock.request("screen").catch(() => null);
      if (over) void got?.release();
      else lock = got;
    };
    document.addEventListener("visibilitychange", hold);
    void hold();
    return () => {
      over = true;
      document.removeEventListener("visibilitychange", hold);
      void lock?.release();
    };
  }, [wanted]);
}
