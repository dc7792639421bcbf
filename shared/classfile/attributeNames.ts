/** Names of the predefined attributes (JVMS §4.7) that are read or written here. */
export const ATTRIBUTE = {
  code: 'Code',
  stackMapTable: 'StackMapTable',
  lineNumberTable: 'LineNumberTable',
  localVariableTable: 'LocalVariableTable',
  localVariableTypeTable: 'LocalVariableTypeTable',
  runtimeVisibleTypeAnnotations: 'RuntimeVisibleTypeAnnotations',
  runtimeInvisibleTypeAnnotations: 'RuntimeInvisibleTypeAnnotations',
  bootstrapMethods: 'BootstrapMethods',
} as const;
