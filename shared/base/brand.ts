/** A number or string that the compiler keeps apart from others of its kind. The only place brands are made. */
export type Brand<T, Tag extends string> = T & { readonly __brand: Tag };
