import { K3_OPEN, K3_SEP } from "../../wire/kimi-k3.ts";

/** The channel that a prompt leaves open for the model to write into. */
export type K3PromptOpens = "none" | "think" | "response";

/**
 * Reads off a prompt's end where the output will begin: in the channel whose opening tag is the prompt's last tag (text behind it is a
 * prefilled part of that channel), else in none. Only the last tag is looked at, so a prompt of any length is fine.
 */
export function kimiK3PromptOpens(prompt: string): K3PromptOpens {
  const sep = prompt.lastIndexOf(K3_SEP);
  const open = sep < 0 ? -1 : prompt.lastIndexOf(K3_OPEN, sep);
  if (open < 0) return "none";
  const name = prompt.slice(open + K3_OPEN.length, sep).trim();
  return name === "think" || name === "response" ? name : "none";
}
