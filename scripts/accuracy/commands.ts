import { ablateCommand } from "./ablation/ablate_command.ts";
import { cesaroneCommand } from "./cesarone.ts";
import type { Command } from "./command.ts";
import { lawsCommand } from "./laws_command.ts";
import { programsCommand } from "./programs/programs_command.ts";
import { hostileCommand } from "./timing/hostile_command.ts";
import { panelCommand } from "./timing/panel_command.ts";
import { writeCommand } from "./report/write_command.ts";

/** Commands of the accuracy task. The first one runs where the caller names none. */
export const COMMANDS: readonly [Command, ...Command[]] = [
  programsCommand,
  panelCommand,
  hostileCommand,
  cesaroneCommand,
  lawsCommand,
  ablateCommand,
  writeCommand,
];
