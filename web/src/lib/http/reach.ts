/** Whether the server answered the last call. */
let isReached = true;

export const reachEvent = "intellibox-reach";
export const isServerReached = () => isReached;

export function noteReach(reached: boolean) {
  if (reached === isReached) return;
  isReached = reached;
  dispatchEvent(new Event(reachEvent));
}
