import { z } from "zod";
import { type Documentation, documentationText } from "../../../domain/documentation.ts";
import { componentName, componentReference } from "../../component_name.ts";
import { shapeByWords } from "../../shape_by_words.ts";

/** Type of a method or estimator from a list of all, which a request may name. */
interface Variant {
  readonly id: string;
  readonly documentation: Documentation;
  /** Schema of the method's or estimator's parameters. It must be an object schema. */
  readonly parameters: z.ZodType;
}

interface VariantOptions<Listed extends Variant> {
  /**
   * Name of the OpenAPI schema that combines all methods or all estimators. `kind` ends the schema name of each single
   * one.
   */
  readonly name: string;
  readonly kind: string;
  /** Name of the request field that contains the id of the method or estimator. */
  readonly by: string;
  /** Fields that every method or estimator has in a request besides its parameters. */
  readonly fields?: z.core.$ZodLooseShape;
  /** Optional request fields that every method or estimator has and whose schemas are large. */
  readonly largeFields?: z.core.$ZodLooseShape;
  /** Returns short schemas that say what a method or estimator accepts in each large field. */
  readonly outlines?: (variant: Listed) => Readonly<Record<string, z.ZodType>>;
  /** Returns Markdown that is appended to the documentation of a method or estimator. */
  readonly remark?: (variant: Listed) => string;
}

/**
 * Returns the documented schema of any one method (or estimator) from a list, with its parameters beside its id. The
 * field with the id tells them apart, and each one is an OpenAPI component. Large fields are described once, and each
 * method only has a short schema of them, because readers of the document expand every reference in full. Throws if the
 * parameters of a method are not an object.
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
