import { z } from "zod";
import { type Documentation, documentationText } from "../../../domain/documentation.ts";
import { componentName, componentReference } from "../../component_name.ts";
import { shapeByWords } from "../../shape_by_words.ts";

/** What a list says of a variant that a request may name. */
interface Variant {
  readonly id: string;
  readonly documentation: Documentation;
  /** An object. */
  readonly parameters: z.ZodType;
}

interface VariantOptions<Listed extends Variant> {
  /** The component that all variants make; an end of the names of theirs. */
  readonly name: string;
  readonly kind: string;
  /** The field that has the id. */
  readonly by: string;
  /** Fields that every variant has beside its parameters. */
  readonly fields?: z.core.$ZodLooseShape;
  /** The same of fields that take much room, each of which may be left out. */
  readonly largeFields?: z.core.$ZodLooseShape;
  /** What a variant lets in of each large field, in short. */
  readonly outlines?: (variant: Listed) => Readonly<Record<string, z.ZodType>>;
  /** What is told of a variant behind its own documentation, as Markdown. */
  readonly remark?: (variant: Listed) => string;
}

/**
 * One of the variants of a list, told apart by the field of its id, with its parameters beside it. Every variant is a
 * component of its own. Large fields are described once, beside the variants, which let them in by an outline: readers
 * write out a reference wherever it stands. Throws where the parameters of one are no object.
 */
export function variantType<Listed extends Variant>(
  variants: Iterable<Listed>,
  { name, kind, by, fields = {}, largeFields = {}, outlines, remark }: VariantOptions<Listed>,
): z.ZodType {
  const components = [...variants].map((variant) => ({ variant, component: componentName(variant.id, kind) }));
  const letIn = (variant: Listed): z.core.$ZodLooseShape => {
    const outlined = outlines?.(variant) ?? {};
    return Object.fromEntries(
      Object.keys(largeFields).map((field) => [
        field,
        (outlined[field] ?? z.unknown()).optional().meta({ description: `As in ${name}` }),
      ]),
    );
  };
  const [first, ...others] = components.map(({ variant, component }) => {
    const { id, documentation, parameters } = variant;
    const text = [documentationText(documentation), ...remark === undefined ? [] : [remark(variant)]].join("\n\n");
    return shapeByWords({ [by]: z.literal(id), ...fieldsOf(parameters, id), ...fields, ...letIn(variant) })
      .meta({ id: component, title: documentation.title, description: text });
  });
  const mapping = Object.fromEntries(
    components.map(({ variant, component }) => [variant.id, componentReference(component)]),
  );
  const one = z.xor([first, ...others]);
  const whole = Object.keys(largeFields).length === 0 ? one : z.intersection(z.object(largeFields), one);
  return whole.meta({ id: name, title: name, discriminator: { propertyName: by, mapping } });
}

function fieldsOf(parameters: z.ZodType, id: string): z.core.$ZodLooseShape {
  if (parameters instanceof z.ZodObject) return parameters.shape;
  throw new Error(`Cannot document the parameters of "${id}": they are no object`);
}
