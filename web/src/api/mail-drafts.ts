import { drafts } from "@intellibox/contract/endpoints/drafts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { fetchAttached } from "./mail-files.ts";

/** A draft of a mailbox's Drafts folder, with its files; `problem` says that some exceed the limits of a mail. */
export const mailDraftQuery = (id: string) =>
  queryOptions({
    queryKey: ["mail-draft", id],
    queryFn: async ({ signal }) => {
      const draft = await call(
        drafts.readMail,
        { params: { id } },
        { signal, fallback: "The draft could not be loaded" },
      );
      return { ...draft, ...(await fetchAttached(id, draft.files, signal)) };
    },
    // Another program may change it: it is read anew whenever it is opened, and not while it is edited.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
