import { spreadsheet } from "./spreadsheet.ts";

/** All tasks of the worker that makes files of finished jobs when somebody asks for them, by name. */
export const FILE_MAKERS = { spreadsheet };

/** Type that maps the name of each of these tasks to its input and output types. */
export type FileMakers = {
  readonly [Name in keyof typeof FILE_MAKERS]: {
    readonly inputs: Parameters<(typeof FILE_MAKERS)[Name]["compute"]>[0];
    readonly output: ReturnType<(typeof FILE_MAKERS)[Name]["compute"]>;
  };
};
