/*
 * An agent of the bench notAttributed, independent of Sluice's: all that is allocated in calls of one main method, by who allocates it.
 * JVM TI tells each allocation where the sampling interval is 0 (JEP 331), and the stack says whether an instruction of a Java method
 * makes the object, which probes see, or the JVM does within another one. Only the main thread is watched; a thread counts as
 * main while the bottom of its stack is a method of that name.
 *
 * Options: the file. It is written when the JVM ends; a line for each kind: bytes, objects, who, class of the object, separated by
 * tabs. Who is "instruction", or the place in which the JVM allocates: a native method by its name, else the instruction.
 */
#include <jvmti.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS (1u << 14) /* a power of two, far more than kinds there are */
#define MOST_KINDS (SLOTS / 2)

typedef struct {
    char *kind; /* NULL: free */
    jlong bytes, objects;
} Slot;

static Slot slots[SLOTS];
static unsigned used;
static const char *file_name;

/* new, newarray, anewarray, multianewarray: JVMS 6.5. */
static int is_new(unsigned char opcode) {
    return opcode == 0xbb || opcode == 0xbc || opcode == 0xbd || opcode == 0xc5;
}

/* Those that may make what the JVM keeps beside their result: strings, classes, call sites. */
static const char *instruction_name(unsigned char opcode) {
    switch (opcode) {
        case 0xbb: return "the class of a new";
        case 0x12: case 0x13: case 0x14: return "ldc";
        case 0xb2: case 0xb3: return "a static field";
        case 0xb6: case 0xb7: case 0xb8: case 0xb9: return "a call";
        case 0xba: return "invokedynamic";
        default: return "another instruction";
    }
}

static void add(const char *kind, jlong bytes) {
    unsigned at = 5381;
    for (const char *c = kind; *c; c++) at = at * 33 + (unsigned char) *c;
    for (at &= SLOTS - 1; slots[at].kind && strcmp(slots[at].kind, kind); at = (at + 1) & (SLOTS - 1)) {}
    if (!slots[at].kind) {
        if (used == MOST_KINDS) abort();
        slots[at].kind = strdup(kind);
        used++;
    }
    slots[at].bytes += bytes;
    slots[at].objects++;
}

static void name_of(jvmtiEnv *jvmti, jmethodID method, char *into, size_t size) {
    char *name = NULL, *signature = NULL;
    jclass type = NULL;
    if ((*jvmti)->GetMethodDeclaringClass(jvmti, method, &type) == JVMTI_ERROR_NONE &&
        (*jvmti)->GetClassSignature(jvmti, type, &signature, NULL) == JVMTI_ERROR_NONE &&
        (*jvmti)->GetMethodName(jvmti, method, &name, NULL, NULL) == JVMTI_ERROR_NONE)
        snprintf(into, size, "%s.%s", signature, name);
    else snprintf(into, size, "?");
    (*jvmti)->Deallocate(jvmti, (unsigned char *) name);
    (*jvmti)->Deallocate(jvmti, (unsigned char *) signature);
}

static int is_in_main(jvmtiEnv *jvmti, jthread thread) {
    jvmtiFrameInfo bottom;
    jint count = 0;
    char *name = NULL;
    if ((*jvmti)->GetStackTrace(jvmti, thread, -1, 1, &bottom, &count) != JVMTI_ERROR_NONE || count == 0) return 0;
    if ((*jvmti)->GetMethodName(jvmti, bottom.method, &name, NULL, NULL) != JVMTI_ERROR_NONE) return 0;
    int is_main = strcmp(name, "main") == 0;
    (*jvmti)->Deallocate(jvmti, (unsigned char *) name);
    return is_main;
}

static void JNICALL allocated(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jobject object, jclass type, jlong bytes) {
    jvmtiFrameInfo top;
    jint count = 0, length = 0;
    char who[400], kind[600], *signature = NULL;
    unsigned char *code = NULL;
    if (!is_in_main(jvmti, thread)) return;
    if ((*jvmti)->GetStackTrace(jvmti, thread, 0, 1, &top, &count) != JVMTI_ERROR_NONE || count == 0) return;
    (*jvmti)->GetClassSignature(jvmti, type, &signature, NULL);
    const char *of = signature ? signature : "?";
    if (top.location < 0) name_of(jvmti, top.method, who, sizeof who);
    else if ((*jvmti)->GetBytecodes(jvmti, top.method, &length, &code) == JVMTI_ERROR_NONE && top.location < length) {
        const char *name = instruction_name(code[top.location]);
        /* What sets up the class of a `new` is made there too, and no program makes a Class so. */
        int is_made = is_new(code[top.location]) && strcmp(of, "Ljava/lang/Class;");
        snprintf(who, sizeof who, "%s", is_made ? "instruction" : name);
    } else snprintf(who, sizeof who, "?");
    (*jvmti)->Deallocate(jvmti, code);
    snprintf(kind, sizeof kind, "%s\t%s", who, strcmp(who, "instruction") ? of : "");
    (*jvmti)->Deallocate(jvmti, (unsigned char *) signature);
    add(kind, bytes);
}

/* The events come on the main thread only, from its first instruction on. */
static void JNICALL ready(jvmtiEnv *jvmti, JNIEnv *jni, jthread main_thread) {
    (*jvmti)->SetHeapSamplingInterval(jvmti, 0);
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, main_thread);
}

static void JNICALL ended(jvmtiEnv *jvmti, JNIEnv *jni) {
    FILE *file = fopen(file_name, "w");
    if (!file) return;
    for (unsigned at = 0; at < SLOTS; at++)
        if (slots[at].kind) fprintf(file, "%lld\t%lld\t%s\n", (long long) slots[at].bytes, (long long) slots[at].objects, slots[at].kind);
    fclose(file);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
    jvmtiEnv *jvmti = NULL;
    jvmtiCapabilities wanted = {0};
    jvmtiEventCallbacks callbacks = {0};
    if ((*vm)->GetEnv(vm, (void **) &jvmti, JVMTI_VERSION_11) != JNI_OK || !options) return JNI_ERR;
    file_name = strdup(options);
    wanted.can_generate_sampled_object_alloc_events = 1;
    wanted.can_get_bytecodes = 1;
    callbacks.SampledObjectAlloc = allocated;
    callbacks.VMInit = ready;
    callbacks.VMDeath = ended;
    if ((*jvmti)->AddCapabilities(jvmti, &wanted) != JVMTI_ERROR_NONE) return JNI_ERR;
    (*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks);
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL);
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_VM_DEATH, NULL);
    return JNI_OK;
}
