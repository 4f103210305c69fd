import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "#lib/router/router.tsx";
import { profileQuery } from "#api/users.ts";

/** Whether Forward attaches the mail as a file, as the user chose, and the large editor with the mail in either way. */
export function useForwardHabit() {
  const navigate = useNavigate();
  const { data: profile } = useQuery({ ...profileQuery, retry: false });
  return {
    isAsFile: profile?.forwardsAsFile === true,
    forward: (id: string, as: "attachment" | "text") =>
      void navigate(`/compose?${new URLSearchParams({ forward: id, as })}`),
  };
}
