import { z } from "zod";
import type { DeepReadonly } from "../../../domain/deep_readonly.ts";
import { CONSTRAINT_FAMILIES } from "../../../optimization/constraints/mod.ts";
import { type DescribedField, describedField, nestedFieldsOf } from "../../described_fields.ts";
import { documentationText } from "../../../domain/documentation.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { FIXED_DOCUMENT_CODING, FIXED_DOCUMENT_HEADERS, fixedDocument } from "../../fixed_document.ts";
import { describedMethods, enforcedFamilies } from "../catalogue/method_families.ts";

const families = z.array(z.enum(CONSTRAINT_FAMILIES.ids));

const capability = z.strictObject({
  families: z.array(
    z.strictObject({
      id: z.enum(CONSTRAINT_FAMILIES.ids),
      name: z.string(),
      description: z.string().meta({
        description: "Markdown: a description of the rules, their formula and its source",
      }),
      limits_in: z.enum(["fraction", "number"]).meta({
        description:
          "Whether limits and values of the rules are fractions, which are shown in percent, or numbers of another unit",
      }),
      fields: z.array(describedField).meta({
        description: "The family and the fields within it, named by their path in `constraints`",
      }),
    }).meta({ id: "DescribedFamily" }),
  ),
  methods: z.array(
    z.strictObject({
      id: z.string(),
      enforces: families.meta({ description: "Families that the method enforces with any parameters" }),
      enforces_by: z.record(z.string(), families).nullable().meta({
        description:
          "Families that the method enforces with each objective; null where they do not depend on a parameter",
      }),
    }).meta({ id: "MethodCapability" }),
  ),
}).meta({ id: "ConstraintCapability" });

const answer = fixedDocument((): DeepReadonly<z.input<typeof capability>> => ({
  families: [...CONSTRAINT_FAMILIES].map((family) => ({
    id: family.id,
    name: family.documentation.title,
    description: documentationText(family.documentation),
    limits_in: family.limitsIn,
    fields: fieldsOfFamily(family),
  })),
  methods: describedMethods().map((described) => {
    const { common, byChoice } = enforcedFamilies(described);
    return { id: described.method.id, enforces: common, enforces_by: byChoice };
  }),
}), { cacheControl: "private, no-cache" });

/** Endpoint that lists the constraint families, and which of them each method enforces. */
export const getConstraintCapability = defineEndpoint({
  method: "GET",
  path: "/constraints/capability",
  credential: "session",
  rateLimit: "rest",
  summary: "List the constraint families, and which of them each method enforces",
  description: "Takes If-None-Match.",
  responses: {
    200: {
      description: "The families and the methods",
      media: "application/json",
      shape: capability,
      headers: FIXED_DOCUMENT_HEADERS,
      optionalHeaders: FIXED_DOCUMENT_CODING,
    },
    304: { description: "The list still has the ETag of If-None-Match", headers: FIXED_DOCUMENT_HEADERS },
  },
}, ({ headers }) => answer(headers));

type Listed = NonNullable<ReturnType<typeof CONSTRAINT_FAMILIES.get>>;

/** Returns descriptions of a constraint family and of the fields within it. */
export function fieldsOfFamily(
  { id, documentation, rules }: Pick<Listed, "id" | "documentation" | "rules">,
): readonly DescribedField[] {
  return nestedFieldsOf(rules.meta({ description: documentation.paragraph }), id);
}
