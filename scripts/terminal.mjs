/** A failure whose message is complete for the person who started the command. It is printed without a stack. */
export class SetupError extends Error {}

const { stdout } = process;
const colours = Boolean(stdout.isTTY) && !process.env.NO_COLOR;
const paint = (code) => (text) => (colours ? `\x1b[${code}m${text}\x1b[0m` : text);

export const bold = paint(1);
export const dim = paint(2);
export const red = paint(31);
export const green = paint(32);
export const yellow = paint(33);

export const say = (line = "") => stdout.write(`${line}\n`);

export const seconds = (since) => {
  const passed = (Date.now() - since) / 1000;
  return `${passed.toFixed(passed < 10 ? 1 : 0)} s`;
};

/** Shows one line of progress while the work runs: "Installing …" becomes "✓ Installed in 41 s". */
export async function progress({ doing, done, work }) {
  const start = Date.now();
  const stop = tick(doing, start);
  try {
    const result = await work();
    stop();
    say(`${green("✓")} ${done} in ${seconds(start)}`);
    return result;
  } catch (error) {
    stop();
    say(`${red("✗")} ${doing} failed after ${seconds(start)}`);
    throw error;
  }
}

function tick(doing, start) {
  if (!stdout.isTTY) {
    say(`  ${doing} …`);
    return () => undefined;
  }
  const draw = () => stdout.write(`\r\x1b[2K  ${doing} … ${dim(seconds(start))}`);
  draw();
  const timer = setInterval(draw, 500);
  return () => {
    clearInterval(timer);
    stdout.write("\r\x1b[2K");
  };
}

/** Runs a command of this folder. Prints a SetupError by its message, and any other error with its stack. */
export async function main(work, onFailure = () => undefined) {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`\n${error instanceof SetupError ? error.message : error.stack}\n`);
    process.exitCode = 1;
    onFailure();
  }
}
