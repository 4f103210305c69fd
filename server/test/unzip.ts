import yauzl from "yauzl";

/** The files of a ZIP archive as text, by name. */
export const unzip = (archive: Buffer): Promise<Record<string, string>> =>
  new Promise((resolve, reject) => {
    yauzl.fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      const files: Record<string, string> = {};
      zip.on("error", reject);
      zip.on("end", () => resolve(files));
      zip.on("entry", (entry: yauzl.Entry) => {
        zip.openReadStream(entry, async (failed, stream) => {
          if (failed) return reject(failed);
          const pieces: Buffer[] = [];
          for await (const piece of stream) pieces.push(piece as Buffer);
          files[entry.fileName] = Buffer.concat(pieces).toString("utf8");
          zip.readEntry();
        });
      });
      zip.readEntry();
    });
  });
