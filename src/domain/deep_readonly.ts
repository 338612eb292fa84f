/** A type of which nothing can be assigned, at any depth; typed arrays are taken as they are. */
export type DeepReadonly<T> = T extends string | number | boolean | bigint | null | undefined | ArrayBufferView ? T
  : T extends readonly (infer Element)[] ? readonly DeepReadonly<Element>[]
  : T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
  : T;
