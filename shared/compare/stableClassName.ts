/**
 * The name of a class without what the JVM numbers anew in each run: addresses and counters of lambdas and hidden classes,
 * and counters of reflection's accessors.
 *
 *     a.Foo$$Lambda$14/0x00000008000c1840   a.Foo$$Lambda/0x7f12   are   a.Foo$$Lambda
 *     jdk.internal.reflect.GeneratedMethodAccessor12               is    jdk.internal.reflect.GeneratedMethodAccessor
 */
export function stableClassName(className: string): string {
  return className
    .replace(/\/0x[0-9a-f]+(?=$|\[)/i, '')
    .replace(/(\$\$Lambda)\$\d+/, '$1')
    .replace(/(\.Generated(?:Method|Constructor|SerializationConstructor)Accessor)\d+$/, '$1');
}
