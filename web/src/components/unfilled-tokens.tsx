import { Confirm } from "./confirm.tsx";

type UnfilledTokensProps = { tokens: string[]; onSend: () => void; onKeep: () => void };

/** Before a mail goes out that still says "Dear {FirstName}". */
export const UnfilledTokens = ({ tokens, onSend, onKeep }: UnfilledTokensProps) => (
  <Confirm
    title={tokens.length === 1 ? "One placeholder is not filled in" : `${tokens.length} placeholders are not filled in`}
    action="Send anyway"
    danger={false}
    onConfirm={onSend}
    onCancel={onKeep}
  >
    The recipient would read {tokens.length === 1 ? "it" : "them"} as it stands here:
    <ul className="mt-2.5 flex flex-wrap gap-1.5">
      {tokens.map((token) => (
        <li key={token} className="rounded-item bg-warn-bg px-2 py-0.5 font-mono text-sm text-warn">
          {token}
        </li>
      ))}
    </ul>
  </Confirm>
);
