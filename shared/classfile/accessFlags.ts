/** Access and property flags (JVMS §4.1, §4.5, §4.6). A value may mean different things in different places. */
export const ACC = {
  public: 0x0001,
  private: 0x0002,
  protected: 0x0004,
  static: 0x0008,
  final: 0x0010,
  super: 0x0020, // class
  synchronized: 0x0020, // method
  volatile: 0x0040, // field
  bridge: 0x0040, // method
  transient: 0x0080, // field
  varargs: 0x0080, // method
  native: 0x0100,
  interface: 0x0200,
  abstract: 0x0400,
  strict: 0x0800,
  synthetic: 0x1000,
  annotation: 0x2000,
  enum: 0x4000,
  module: 0x8000,
} as const;

const METHOD_FLAG_NAMES: readonly (readonly [number, string])[] = [
  [ACC.public, 'public'],
  [ACC.private, 'private'],
  [ACC.protected, 'protected'],
  [ACC.static, 'static'],
  [ACC.final, 'final'],
  [ACC.synchronized, 'synchronized'],
  [ACC.bridge, 'bridge'],
  [ACC.varargs, 'varargs'],
  [ACC.native, 'native'],
  [ACC.abstract, 'abstract'],
  [ACC.strict, 'strictfp'],
  [ACC.synthetic, 'synthetic'],
];

/** A method's flags in words, in the order of their values: 'public static'. */
export function methodFlagsText(accessFlags: number): string {
  return METHOD_FLAG_NAMES.filter(([flag]) => (accessFlags & flag) !== 0)
    .map(([, name]) => name)
    .join(' ');
}
