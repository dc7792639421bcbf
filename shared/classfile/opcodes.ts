/** What follows an opcode (JVMS §6.5). */
export type OperandKind =
  | 'none'
  | 'i8' // a signed byte
  | 'i16' // a signed short
  | 'constant8' // u8 constant pool index
  | 'constant' // u16 constant pool index
  | 'local' // u8 local variable, u16 after wide
  | 'iinc' // u8 local variable and i8, u16 and i16 after wide
  | 'branch16' // i16 from this instruction
  | 'branch32' // i32 from this instruction
  | 'tableswitch' // padding, default, low, high, high - low + 1 branches
  | 'lookupswitch' // padding, default, npairs, pairs of match and branch
  | 'invokeinterface' // u16 constant pool index, count, 0
  | 'invokedynamic' // u16 constant pool index, 0, 0
  | 'arrayType' // u8, 4 .. 11
  | 'wide' // the opcode that is widened
  | 'multianewarray'; // u16 constant pool index, u8 dimensions

/**
 * One row per opcode: value, name, length in bytes (0: depends on operands), operand kind, and how many stack slots it
 * takes and then puts (-1: depends on its operand; long and double are two slots).
 */
// prettier-ignore
const ROWS = [
  [0, 'nop', 1, 'none', 0, 0], // 0x00
  [1, 'aconst_null', 1, 'none', 0, 1], // 0x01
  [2, 'iconst_m1', 1, 'none', 0, 1], // 0x02
  [3, 'iconst_0', 1, 'none', 0, 1], // 0x03
  [4, 'iconst_1', 1, 'none', 0, 1], // 0x04
  [5, 'iconst_2', 1, 'none', 0, 1], // 0x05
  [6, 'iconst_3', 1, 'none', 0, 1], // 0x06
  [7, 'iconst_4', 1, 'none', 0, 1], // 0x07
  [8, 'iconst_5', 1, 'none', 0, 1], // 0x08
  [9, 'lconst_0', 1, 'none', 0, 2], // 0x09
  [10, 'lconst_1', 1, 'none', 0, 2], // 0x0a
  [11, 'fconst_0', 1, 'none', 0, 1], // 0x0b
  [12, 'fconst_1', 1, 'none', 0, 1], // 0x0c
  [13, 'fconst_2', 1, 'none', 0, 1], // 0x0d
  [14, 'dconst_0', 1, 'none', 0, 2], // 0x0e
  [15, 'dconst_1', 1, 'none', 0, 2], // 0x0f
  [16, 'bipush', 2, 'i8', 0, 1], // 0x10
  [17, 'sipush', 3, 'i16', 0, 1], // 0x11
  [18, 'ldc', 2, 'constant8', 0, 1], // 0x12
  [19, 'ldc_w', 3, 'constant', 0, 1], // 0x13
  [20, 'ldc2_w', 3, 'constant', 0, 2], // 0x14
  [21, 'iload', 2, 'local', 0, 1], // 0x15
  [22, 'lload', 2, 'local', 0, 2], // 0x16
  [23, 'fload', 2, 'local', 0, 1], // 0x17
  [24, 'dload', 2, 'local', 0, 2], // 0x18
  [25, 'aload', 2, 'local', 0, 1], // 0x19
  [26, 'iload_0', 1, 'none', 0, 1], // 0x1a
  [27, 'iload_1', 1, 'none', 0, 1], // 0x1b
  [28, 'iload_2', 1, 'none', 0, 1], // 0x1c
  [29, 'iload_3', 1, 'none', 0, 1], // 0x1d
  [30, 'lload_0', 1, 'none', 0, 2], // 0x1e
  [31, 'lload_1', 1, 'none', 0, 2], // 0x1f
  [32, 'lload_2', 1, 'none', 0, 2], // 0x20
  [33, 'lload_3', 1, 'none', 0, 2], // 0x21
  [34, 'fload_0', 1, 'none', 0, 1], // 0x22
  [35, 'fload_1', 1, 'none', 0, 1], // 0x23
  [36, 'fload_2', 1, 'none', 0, 1], // 0x24
  [37, 'fload_3', 1, 'none', 0, 1], // 0x25
  [38, 'dload_0', 1, 'none', 0, 2], // 0x26
  [39, 'dload_1', 1, 'none', 0, 2], // 0x27
  [40, 'dload_2', 1, 'none', 0, 2], // 0x28
  [41, 'dload_3', 1, 'none', 0, 2], // 0x29
  [42, 'aload_0', 1, 'none', 0, 1], // 0x2a
  [43, 'aload_1', 1, 'none', 0, 1], // 0x2b
  [44, 'aload_2', 1, 'none', 0, 1], // 0x2c
  [45, 'aload_3', 1, 'none', 0, 1], // 0x2d
  [46, 'iaload', 1, 'none', 2, 1], // 0x2e
  [47, 'laload', 1, 'none', 2, 2], // 0x2f
  [48, 'faload', 1, 'none', 2, 1], // 0x30
  [49, 'daload', 1, 'none', 2, 2], // 0x31
  [50, 'aaload', 1, 'none', 2, 1], // 0x32
  [51, 'baload', 1, 'none', 2, 1], // 0x33
  [52, 'caload', 1, 'none', 2, 1], // 0x34
  [53, 'saload', 1, 'none', 2, 1], // 0x35
  [54, 'istore', 2, 'local', 1, 0], // 0x36
  [55, 'lstore', 2, 'local', 2, 0], // 0x37
  [56, 'fstore', 2, 'local', 1, 0], // 0x38
  [57, 'dstore', 2, 'local', 2, 0], // 0x39
  [58, 'astore', 2, 'local', 1, 0], // 0x3a
  [59, 'istore_0', 1, 'none', 1, 0], // 0x3b
  [60, 'istore_1', 1, 'none', 1, 0], // 0x3c
  [61, 'istore_2', 1, 'none', 1, 0], // 0x3d
  [62, 'istore_3', 1, 'none', 1, 0], // 0x3e
  [63, 'lstore_0', 1, 'none', 2, 0], // 0x3f
  [64, 'lstore_1', 1, 'none', 2, 0], // 0x40
  [65, 'lstore_2', 1, 'none', 2, 0], // 0x41
  [66, 'lstore_3', 1, 'none', 2, 0], // 0x42
  [67, 'fstore_0', 1, 'none', 1, 0], // 0x43
  [68, 'fstore_1', 1, 'none', 1, 0], // 0x44
  [69, 'fstore_2', 1, 'none', 1, 0], // 0x45
  [70, 'fstore_3', 1, 'none', 1, 0], // 0x46
  [71, 'dstore_0', 1, 'none', 2, 0], // 0x47
  [72, 'dstore_1', 1, 'none', 2, 0], // 0x48
  [73, 'dstore_2', 1, 'none', 2, 0], // 0x49
  [74, 'dstore_3', 1, 'none', 2, 0], // 0x4a
  [75, 'astore_0', 1, 'none', 1, 0], // 0x4b
  [76, 'astore_1', 1, 'none', 1, 0], // 0x4c
  [77, 'astore_2', 1, 'none', 1, 0], // 0x4d
  [78, 'astore_3', 1, 'none', 1, 0], // 0x4e
  [79, 'iastore', 1, 'none', 3, 0], // 0x4f
  [80, 'lastore', 1, 'none', 4, 0], // 0x50
  [81, 'fastore', 1, 'none', 3, 0], // 0x51
  [82, 'dastore', 1, 'none', 4, 0], // 0x52
  [83, 'aastore', 1, 'none', 3, 0], // 0x53
  [84, 'bastore', 1, 'none', 3, 0], // 0x54
  [85, 'castore', 1, 'none', 3, 0], // 0x55
  [86, 'sastore', 1, 'none', 3, 0], // 0x56
  [87, 'pop', 1, 'none', 1, 0], // 0x57
  [88, 'pop2', 1, 'none', 2, 0], // 0x58
  [89, 'dup', 1, 'none', 1, 2], // 0x59
  [90, 'dup_x1', 1, 'none', 2, 3], // 0x5a
  [91, 'dup_x2', 1, 'none', 3, 4], // 0x5b
  [92, 'dup2', 1, 'none', 2, 4], // 0x5c
  [93, 'dup2_x1', 1, 'none', 3, 5], // 0x5d
  [94, 'dup2_x2', 1, 'none', 4, 6], // 0x5e
  [95, 'swap', 1, 'none', 2, 2], // 0x5f
  [96, 'iadd', 1, 'none', 2, 1], // 0x60
  [97, 'ladd', 1, 'none', 4, 2], // 0x61
  [98, 'fadd', 1, 'none', 2, 1], // 0x62
  [99, 'dadd', 1, 'none', 4, 2], // 0x63
  [100, 'isub', 1, 'none', 2, 1], // 0x64
  [101, 'lsub', 1, 'none', 4, 2], // 0x65
  [102, 'fsub', 1, 'none', 2, 1], // 0x66
  [103, 'dsub', 1, 'none', 4, 2], // 0x67
  [104, 'imul', 1, 'none', 2, 1], // 0x68
  [105, 'lmul', 1, 'none', 4, 2], // 0x69
  [106, 'fmul', 1, 'none', 2, 1], // 0x6a
  [107, 'dmul', 1, 'none', 4, 2], // 0x6b
  [108, 'idiv', 1, 'none', 2, 1], // 0x6c
  [109, 'ldiv', 1, 'none', 4, 2], // 0x6d
  [110, 'fdiv', 1, 'none', 2, 1], // 0x6e
  [111, 'ddiv', 1, 'none', 4, 2], // 0x6f
  [112, 'irem', 1, 'none', 2, 1], // 0x70
  [113, 'lrem', 1, 'none', 4, 2], // 0x71
  [114, 'frem', 1, 'none', 2, 1], // 0x72
  [115, 'drem', 1, 'none', 4, 2], // 0x73
  [116, 'ineg', 1, 'none', 1, 1], // 0x74
  [117, 'lneg', 1, 'none', 2, 2], // 0x75
  [118, 'fneg', 1, 'none', 1, 1], // 0x76
  [119, 'dneg', 1, 'none', 2, 2], // 0x77
  [120, 'ishl', 1, 'none', 2, 1], // 0x78
  [121, 'lshl', 1, 'none', 3, 2], // 0x79
  [122, 'ishr', 1, 'none', 2, 1], // 0x7a
  [123, 'lshr', 1, 'none', 3, 2], // 0x7b
  [124, 'iushr', 1, 'none', 2, 1], // 0x7c
  [125, 'lushr', 1, 'none', 3, 2], // 0x7d
  [126, 'iand', 1, 'none', 2, 1], // 0x7e
  [127, 'land', 1, 'none', 4, 2], // 0x7f
  [128, 'ior', 1, 'none', 2, 1], // 0x80
  [129, 'lor', 1, 'none', 4, 2], // 0x81
  [130, 'ixor', 1, 'none', 2, 1], // 0x82
  [131, 'lxor', 1, 'none', 4, 2], // 0x83
  [132, 'iinc', 3, 'iinc', 0, 0], // 0x84
  [133, 'i2l', 1, 'none', 1, 2], // 0x85
  [134, 'i2f', 1, 'none', 1, 1], // 0x86
  [135, 'i2d', 1, 'none', 1, 2], // 0x87
  [136, 'l2i', 1, 'none', 2, 1], // 0x88
  [137, 'l2f', 1, 'none', 2, 1], // 0x89
  [138, 'l2d', 1, 'none', 2, 2], // 0x8a
  [139, 'f2i', 1, 'none', 1, 1], // 0x8b
  [140, 'f2l', 1, 'none', 1, 2], // 0x8c
  [141, 'f2d', 1, 'none', 1, 2], // 0x8d
  [142, 'd2i', 1, 'none', 2, 1], // 0x8e
  [143, 'd2l', 1, 'none', 2, 2], // 0x8f
  [144, 'd2f', 1, 'none', 2, 1], // 0x90
  [145, 'i2b', 1, 'none', 1, 1], // 0x91
  [146, 'i2c', 1, 'none', 1, 1], // 0x92
  [147, 'i2s', 1, 'none', 1, 1], // 0x93
  [148, 'lcmp', 1, 'none', 4, 1], // 0x94
  [149, 'fcmpl', 1, 'none', 2, 1], // 0x95
  [150, 'fcmpg', 1, 'none', 2, 1], // 0x96
  [151, 'dcmpl', 1, 'none', 4, 1], // 0x97
  [152, 'dcmpg', 1, 'none', 4, 1], // 0x98
  [153, 'ifeq', 3, 'branch16', 1, 0], // 0x99
  [154, 'ifne', 3, 'branch16', 1, 0], // 0x9a
  [155, 'iflt', 3, 'branch16', 1, 0], // 0x9b
  [156, 'ifge', 3, 'branch16', 1, 0], // 0x9c
  [157, 'ifgt', 3, 'branch16', 1, 0], // 0x9d
  [158, 'ifle', 3, 'branch16', 1, 0], // 0x9e
  [159, 'if_icmpeq', 3, 'branch16', 2, 0], // 0x9f
  [160, 'if_icmpne', 3, 'branch16', 2, 0], // 0xa0
  [161, 'if_icmplt', 3, 'branch16', 2, 0], // 0xa1
  [162, 'if_icmpge', 3, 'branch16', 2, 0], // 0xa2
  [163, 'if_icmpgt', 3, 'branch16', 2, 0], // 0xa3
  [164, 'if_icmple', 3, 'branch16', 2, 0], // 0xa4
  [165, 'if_acmpeq', 3, 'branch16', 2, 0], // 0xa5
  [166, 'if_acmpne', 3, 'branch16', 2, 0], // 0xa6
  [167, 'goto', 3, 'branch16', 0, 0], // 0xa7
  [168, 'jsr', 3, 'branch16', 0, 1], // 0xa8
  [169, 'ret', 2, 'local', 0, 0], // 0xa9
  [170, 'tableswitch', 0, 'tableswitch', 1, 0], // 0xaa
  [171, 'lookupswitch', 0, 'lookupswitch', 1, 0], // 0xab
  [172, 'ireturn', 1, 'none', 1, 0], // 0xac
  [173, 'lreturn', 1, 'none', 2, 0], // 0xad
  [174, 'freturn', 1, 'none', 1, 0], // 0xae
  [175, 'dreturn', 1, 'none', 2, 0], // 0xaf
  [176, 'areturn', 1, 'none', 1, 0], // 0xb0
  [177, 'return', 1, 'none', 0, 0], // 0xb1
  [178, 'getstatic', 3, 'constant', 0, -1], // 0xb2
  [179, 'putstatic', 3, 'constant', -1, 0], // 0xb3
  [180, 'getfield', 3, 'constant', 1, -1], // 0xb4
  [181, 'putfield', 3, 'constant', -1, 0], // 0xb5
  [182, 'invokevirtual', 3, 'constant', -1, -1], // 0xb6
  [183, 'invokespecial', 3, 'constant', -1, -1], // 0xb7
  [184, 'invokestatic', 3, 'constant', -1, -1], // 0xb8
  [185, 'invokeinterface', 5, 'invokeinterface', -1, -1], // 0xb9
  [186, 'invokedynamic', 5, 'invokedynamic', -1, -1], // 0xba
  [187, 'new', 3, 'constant', 0, 1], // 0xbb
  [188, 'newarray', 2, 'arrayType', 1, 1], // 0xbc
  [189, 'anewarray', 3, 'constant', 1, 1], // 0xbd
  [190, 'arraylength', 1, 'none', 1, 1], // 0xbe
  [191, 'athrow', 1, 'none', 1, 0], // 0xbf
  [192, 'checkcast', 3, 'constant', 1, 1], // 0xc0
  [193, 'instanceof', 3, 'constant', 1, 1], // 0xc1
  [194, 'monitorenter', 1, 'none', 1, 0], // 0xc2
  [195, 'monitorexit', 1, 'none', 1, 0], // 0xc3
  [196, 'wide', 0, 'wide', 0, 0], // 0xc4
  [197, 'multianewarray', 4, 'multianewarray', -1, 1], // 0xc5
  [198, 'ifnull', 3, 'branch16', 1, 0], // 0xc6
  [199, 'ifnonnull', 3, 'branch16', 1, 0], // 0xc7
  [200, 'goto_w', 5, 'branch32', 0, 0], // 0xc8
  [201, 'jsr_w', 5, 'branch32', 0, 1], // 0xc9
] as const satisfies readonly (readonly [number, string, number, OperandKind, number, number])[];

type Row = (typeof ROWS)[number];

/** name -> value: OP.goto is 167. */
export const OP = Object.fromEntries(ROWS.map(([value, name]) => [name, value])) as {
  readonly [R in Row as R[1]]: R[0];
};

/** value -> name; undefined for values the JVMS does not define. */
export const OPCODE_NAMES: readonly string[] = ROWS.map(([, name]) => name);

/** value -> operand kind. */
export const OPERAND_KINDS: readonly OperandKind[] = ROWS.map(([, , , kind]) => kind);

/** value -> length in bytes; 0 for switches, wide, and values the JVMS does not define. */
export const OPCODE_LENGTHS = new Uint8Array(256);

/** value -> stack slots taken, -1 if that depends on the operand. */
export const STACK_POPS = new Int8Array(256);

/** value -> stack slots put, -1 if that depends on the operand. */
export const STACK_PUSHES = new Int8Array(256);

for (const [value, , length, , pops, pushes] of ROWS) {
  OPCODE_LENGTHS[value] = length;
  STACK_POPS[value] = pops;
  STACK_PUSHES[value] = pushes;
}

/** ifeq .. if_acmpne, ifnull, ifnonnull. */
export function isConditionalBranch(opcode: number): boolean {
  return (opcode >= OP.ifeq && opcode <= OP.if_acmpne) || opcode === OP.ifnull || opcode === OP.ifnonnull;
}

/** ireturn .. return. */
export function isReturn(opcode: number): boolean {
  return opcode >= OP.ireturn && opcode <= OP.return;
}

/** Whether the next instruction is never reached from this one: jumps, switches, returns, athrow, ret. */
export function endsFlow(opcode: number): boolean {
  return (
    opcode === OP.goto ||
    opcode === OP.goto_w ||
    (opcode >= OP.ret && opcode <= OP.return) ||
    opcode === OP.athrow
  );
}
