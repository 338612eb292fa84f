import { z } from "zod";
import { type Documentation, documentationText } from "../../../domain/documentation.ts";
import { componentName, componentReference } from "../../component_name.ts";
import { shapeByWords } from "../../shape_by_words.ts";

/** A variant of a registry (method or estimator) that a request may name. */
interface Variant {
  readonly id: string;
  readonly documentation: Documentation;
  /** Schema of the variant's parameters. It must be an object. */
  readonly parameters: z.ZodType;
}

interface VariantOptions<Listed extends Variant> {
  /**
   * Name of the OpenAPI component that all variants form together. `kind` ends the name of each variant's own
   * component.
   */
  readonly name: string;
  readonly kind: string;
  /** Name of the field that contains the variant's id. */
  readonly by: string;
  /** Fields that every variant has beside its parameters. */
  readonly fields?: z.core.$ZodLooseShape;
  /** Optional fields that every variant has and whose schemas are large. */
  readonly largeFields?: z.core.$ZodLooseShape;
  /** Returns short schemas that say what a variant accepts in each large field. */
  readonly outlines?: (variant: Listed) => Readonly<Record<string, z.ZodType>>;
  /** Returns Markdown that is appended to a variant's documentation. */
  readonly remark?: (variant: Listed) => string;
}

/**
 * Returns the documented schema of any one variant of a registry, with its parameters beside its id. The id's field
 * tells the variants apart, and each variant is an OpenAPI component. Large fields are described once, and each variant
 * only has a short schema of them, because readers of the document expand every reference in full. Throws if a
 * variant's parameters are not an object.
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
  const shapes = components.map(({ variant, component }) => {
    const { id, documentation, parameters } = variant;
    const text = [documentationText(documentation), ...remark === undefined ? [] : [remark(variant)]].join("\n\n");
    return shapeByWords({ [by]: z.literal(id), ...fieldsOf(parameters, id), ...fields, ...letIn(variant) })
      .meta({ id: component, title: documentation.title, description: text });
  });
  const mapping = Object.fromEntries(
    components.map(({ variant, component }) => [variant.id, componentReference(component)]),
  );
  const one = z.xor(shapes);
  const whole = Object.keys(largeFields).length === 0 ? one : z.intersection(z.object(largeFields), one);
  return whole.meta({ id: name, title: name, discriminator: { propertyName: by, mapping } });
}

function fieldsOf(parameters: z.ZodType, id: string): z.core.$ZodLooseShape {
  if (parameters instanceof z.ZodObject) return parameters.shape;
  throw new Error(`Cannot document the parameters of "${id}": they are not an object`);
}
