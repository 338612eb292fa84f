import { writeWhole } from "../../optimize/write_whole.ts";
import { CESARONE_LINE } from "../cesarone.ts";
import { type Command, readOptions } from "../command.ts";
import { LAW_LINE } from "../law_line.ts";
import { LOGS } from "../logs.ts";
import { JUDGEMENT } from "../programs/judgement.ts";
import { readLog } from "../result_log.ts";
import { EXIT, say } from "../say.ts";
import { TIMED_LINE } from "../timing/timed_line.ts";
import { accuracyDocument } from "./accuracy_document.ts";

const DOCUMENT = "docs/accuracy.md";

/** Command that writes `docs/accuracy.md` from the logs of the other commands. */
export const writeCommand: Command = {
  name: "write",
  usage: `write [--programs FILE] [--panel FILE] [--hostile FILE] [--cesarone FILE] [--laws FILE]
    [--out FILE]
    Makes ${DOCUMENT} of the logs of the other parts, each where they leave it if it is not named.`,
  async run(args) {
    const names = ["programs", "panel", "hostile", "cesarone", "laws", "out"] as const;
    const { out = DOCUMENT, ...named } = readOptions(args, names), paths = { ...LOGS, ...named };
    const document = accuracyDocument({
      programs: await readLog(paths.programs, JUDGEMENT),
      panel: await readLog(paths.panel, TIMED_LINE),
      hostile: await readLog(paths.hostile, TIMED_LINE),
      cesarone: await readLog(paths.cesarone, CESARONE_LINE),
      laws: await readLog(paths.laws, LAW_LINE),
    });
    await writeWhole(out, document);
    return say(`${out} is written\n`, EXIT.met);
  },
};
