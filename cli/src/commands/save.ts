import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { type Command, checkedId } from "../command.ts";
import { Failure, Misuse } from "../failure.ts";
import { safeLine } from "../safe-text.ts";

export const save: Command = {
  summary: "Save an attachment, or a whole message as it arrived",
  usage: "<message id> [part] --to <file>",
  details: `The parts are those that show prints; without one, the message itself is saved (RFC 822).
The name of an attachment is chosen by its sender, so you name the file. One that exists is not overwritten.
  --to  the file to write`,
  options: { to: { type: "string" } },
  async run(call) {
    const [id, part, ...rest] = call.words;
    const file = call.text("to");
    if (!id || rest.length > 0) throw new Misuse("Give the id of one message, and at most one part.");
    if (!file) throw new Misuse("Name the file with --to.");
    const params = { id: checkedId(id) };
    const { downloads } = await call.client();
    const found = part
      ? await downloads.attachment({ params: { ...params, part } })
      : await downloads.source({ params });
    const output = createWriteStream(file, { flags: "wx", mode: 0o600 });
    let isOurs = false;
    output.once("open", () => {
      isOurs = true;
    });
    try {
      await pipeline(found.body, output);
    } catch (error) {
      if (isOurs) await rm(file, { force: true });
      const { code, message } = error as NodeJS.ErrnoException;
      throw new Failure(code === "EEXIST" ? `${file} exists already.` : `${file} could not be written: ${message}`);
    }
    call.show(
      { file, bytes: output.bytesWritten, type: found.type },
      () => `${safeLine(file)}: ${output.bytesWritten} bytes\n`,
    );
  },
};
