/** Type that makes all fields of another type read-only at every depth. Typed arrays are left unchanged. */
export type DeepReadonly<T> = T extends string | number | boolean | bigint | null | undefined | ArrayBufferView ? T
  : T extends readonly (infer Element)[] ? readonly DeepReadonly<Element>[]
  : T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
  : T;
