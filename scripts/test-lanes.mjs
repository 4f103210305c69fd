import { availableParallelism, totalmem } from "node:os";

/** In the order in which they get the terminal. */
const order = ["server", "browser"];

const thisMachine = {
  cores: availableParallelism(),
  // A container may have less than the machine.
  memory: Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
};
/** On two cores, tests that start processes took ten times as long beside the browser and reached their time limits. */
const coresOfTwoLanes = 4;
/** Type checkers, test workers, databases, products and browsers at the same time take about six gigabytes. */
const memoryOfTwoLanes = 7e9;

/** The chosen parts by lane. A small machine has one lane, in which two would only disturb each other. */
export function lanesOf(chosen, { cores, memory } = thisMachine) {
  if (cores < coresOfTwoLanes || memory < memoryOfTwoLanes) return [chosen];
  return order.map((lane) => chosen.filter((part) => part.lane === lane)).filter((lane) => lane.length > 0);
}

/**
 * One output for each lane. The first has the terminal. The output of every other lane is kept until the lanes before it have ended,
 * so that the lines of two tools do not mix.
 */
export function openOutputs(count, write = (text) => process.stdout.write(text)) {
  const kept = Array.from({ length: count }, () => []);
  const hasEnded = kept.map(() => false);
  let turn = 0;
  return kept.map((texts, at) => ({
    hasTerminal: () => at === turn,
    write: (text) => (at === turn ? write(text) : texts.push(text)),
    end: () => {
      hasEnded[at] = true;
      while (hasEnded[turn]) {
        turn++;
        for (const text of kept[turn]?.splice(0) ?? []) write(text);
      }
    },
  }));
}
