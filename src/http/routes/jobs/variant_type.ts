import { z } from "zod";
import { componentName, componentReference } from "../../component_name.ts";

/** What a list says of a variant that a request may name. */
interface Variant {
  readonly id: string;
  readonly documentation: { readonly title: string; readonly formula: string; readonly paragraph?: string };
  /** An object. */
  readonly parameters: z.ZodType;
}

interface VariantOptions {
  /** The component that all variants make; an end of the names of theirs. */
  readonly name: string;
  readonly kind: string;
  /** The field that has the id. */
  readonly by: string;
  /** Fields that every variant has beside its parameters. */
  readonly fields?: z.core.$ZodLooseShape;
}

/**
 * One of the variants of a list, told apart by the field of its id, with its parameters beside it. Every variant is a
 * component of its own. Throws where the parameters of one are no object.
 */
export function variantType(variants: Iterable<Variant>, { name, kind, by, fields = {} }: VariantOptions): z.ZodType {
  const components = [...variants].map((variant) => ({ ...variant, component: componentName(variant.id, kind) }));
  const [first, ...others] = components.map(({ id, component, documentation: { title, formula, paragraph }, ...of }) =>
    z.strictObject({ [by]: z.literal(id), ...fields, ...fieldsOf(of.parameters, id) })
      .meta({ id: component, title, description: paragraph ?? formula })
  );
  const mapping = Object.fromEntries(components.map(({ id, component }) => [id, componentReference(component)]));
  return z.discriminatedUnion(by, [first, ...others])
    .meta({ id: name, discriminator: { propertyName: by, mapping } });
}

function fieldsOf(parameters: z.ZodType, id: string): z.core.$ZodLooseShape {
  if (parameters instanceof z.ZodObject) return parameters.shape;
  throw new Error(`Cannot document the parameters of "${id}": they are no object`);
}
