import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { AttachmentList } from "./attachments.tsx";

test("each attached file shows its size in bytes, and the line below shows the sum [LIM-02]", () => {
  const files = [new File(["Grüße €"], "note.txt"), new File([new Uint8Array(1536)], "data.bin")];
  render(<AttachmentList files={files} onRemove={() => undefined} />);
  // Seven characters, eleven bytes in UTF-8.
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "note.txt11 B",
    "data.bin2 KB",
  ]);
  expect(screen.getByRole("status").textContent).toBe("2 of 10 files · 2 KB of 10 MB");
});
