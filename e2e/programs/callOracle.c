/*
 * An agent of the tests, independent of Sluice's: counts the calls that a program makes, in the same JVM that Sluice records. It
 * changes no class: JVM TI posts MethodEntry from the interpreter, so threads that are watched run uncompiled. Threads of
 * Sluice's agent are not watched: they would answer too late.
 *
 * Counted is what a thread enters while it is within a root, of classes whose names start with a prefix. The end of a root's frame comes as
 * FramePop, which a swap of the class does not disturb as MethodExit would be: it belongs to the frame, not to the method. What Sluice's
 * agent asks of the program in a thread of the program, as its loader for the probes, is no call of the program's own: left out.
 *
 * Options: roots;prefixes;file, as "A.root,p.B.run;p.,q.;/folder/rows". The file is written when the JVM ends; a line a method:
 * class, name, descriptor, calls, "hidden" or "plain", separated by tabs. Native methods are left out.
 */
#include <jvmti.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS (1u << 19) /* a power of two, far more than methods that programs enter */
#define MOST_METHODS (SLOTS / 2)

typedef struct {
    jmethodID method; /* NULL: free; set last */
    unsigned long calls;
    char *row; /* NULL: not counted */
    const char *kind;
    int is_root;
    int is_tool; /* of Sluice's agent */
} Slot;

static Slot *slots;
static unsigned used;
static pthread_mutex_t adding = PTHREAD_MUTEX_INITIALIZER;
static char *roots, *prefixes, *file_name;
static int has_overflown;
static __thread int is_within_root;
static __thread int is_within_tool; /* within the root, too */

/* Whether a name equals one of a list, or starts with one of it. */
static int is_listed(const char *list, const char *name, int as_prefix) {
    while (*list) {
        size_t length = strcspn(list, ",");
        if (strncmp(name, list, length) == 0 && (as_prefix || name[length] == '\0')) return 1;
        list += length + (list[length] == ',');
    }
    return 0;
}

/* Who the method is, found when it is first entered: later its class may be gone. */
static void describe(jvmtiEnv *jvmti, JNIEnv *jni, jmethodID method, Slot *slot) {
    char *name = NULL, *descriptor = NULL, *signature = NULL, *qualified;
    jclass type = NULL;
    jboolean is_native = JNI_TRUE;
    (*jvmti)->IsMethodNative(jvmti, method, &is_native);
    if (is_native || (*jvmti)->GetMethodDeclaringClass(jvmti, method, &type) != JVMTI_ERROR_NONE ||
        (*jvmti)->GetClassSignature(jvmti, type, &signature, NULL) != JVMTI_ERROR_NONE ||
        (*jvmti)->GetMethodName(jvmti, method, &name, &descriptor, NULL) != JVMTI_ERROR_NONE) return;
    /* "Lp/Rule.0x0000;" is hidden: no other class has a dot there. */
    slot->kind = strchr(signature, '.') ? "hidden" : "plain";
    signature[strlen(signature) - 1] = '\0';
    for (char *at = signature; *at; at++) if (*at == '/') *at = '.';
    qualified = malloc(strlen(signature) + strlen(name) + 2);
    sprintf(qualified, "%s.%s", signature + 1, name);
    slot->is_root = is_listed(roots, qualified, 0);
    slot->is_tool = is_listed("sluice.agent.", qualified, 1);
    if (is_listed(prefixes, signature + 1, 1)) {
        slot->row = malloc(strlen(signature) + strlen(name) + strlen(descriptor) + 3);
        sprintf(slot->row, "%s\t%s\t%s", signature + 1, name, descriptor);
    }
    free(qualified);
    (*jni)->DeleteLocalRef(jni, type);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)name);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)descriptor);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
}

/* The slot of the method, or the free one where it belongs. */
static Slot *find(jmethodID method) {
    unsigned long hash = ((unsigned long)method >> 3) * 0x9E3779B97F4A7C15ul;
    unsigned at = (unsigned)(hash >> 40) & (SLOTS - 1);
    for (;;) {
        jmethodID there = __atomic_load_n(&slots[at].method, __ATOMIC_ACQUIRE);
        if (there == method || there == NULL) return &slots[at];
        at = (at + 1) & (SLOTS - 1);
    }
}

static Slot *find_or_add(jvmtiEnv *jvmti, JNIEnv *jni, jmethodID method) {
    Slot *slot = find(method);
    if (slot->method == method) return slot;
    pthread_mutex_lock(&adding);
    slot = find(method); /* another thread may have added one meanwhile */
    if (slot->method == NULL) {
        if (used == MOST_METHODS) has_overflown = 1;
        else {
            used++;
            describe(jvmti, jni, method, slot);
            __atomic_store_n(&slot->method, method, __ATOMIC_RELEASE);
        }
    }
    pthread_mutex_unlock(&adding);
    return slot;
}

static void JNICALL method_entry(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jmethodID method) {
    Slot *slot = find_or_add(jvmti, jni, method);
    if (is_within_tool) return;
    int *begun = is_within_root ? &is_within_tool : &is_within_root;
    if ((is_within_root ? slot->is_tool : slot->is_root) && (*jvmti)->NotifyFramePop(jvmti, thread, 0) == JVMTI_ERROR_NONE) *begun = 1;
    if (is_within_root && slot->row) __atomic_fetch_add(&slot->calls, 1, __ATOMIC_RELAXED);
}

/* Asked for of outermost roots, and of outermost methods of the agent within them, which end first. */
static void JNICALL frame_pop(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jmethodID method, jboolean by_exception) {
    (void)jvmti, (void)jni, (void)thread, (void)method, (void)by_exception;
    if (is_within_tool) is_within_tool = 0;
    else is_within_root = 0;
}

static void watch(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread) {
    jvmtiThreadInfo info;
    memset(&info, 0, sizeof info);
    if ((*jvmti)->GetThreadInfo(jvmti, thread, &info) != JVMTI_ERROR_NONE) return;
    if (strncmp(info.name, "sluice", 6) != 0) {
        (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_METHOD_ENTRY, thread);
        (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_FRAME_POP, thread);
    }
    (*jvmti)->Deallocate(jvmti, (unsigned char *)info.name);
    (*jni)->DeleteLocalRef(jni, info.thread_group);
    (*jni)->DeleteLocalRef(jni, info.context_class_loader);
}

static void JNICALL thread_start(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread) {
    watch(jvmti, jni, thread);
}

/* The program's code runs after this. */
static void JNICALL vm_init(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread) {
    (void)thread;
    jint count = 0;
    jthread *threads = NULL;
    if ((*jvmti)->GetAllThreads(jvmti, &count, &threads) != JVMTI_ERROR_NONE) return;
    for (jint i = 0; i < count; i++) watch(jvmti, jni, threads[i]);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)threads);
}

static void JNICALL vm_death(jvmtiEnv *jvmti, JNIEnv *jni) {
    FILE *file = fopen(file_name, "w");
    (void)jvmti, (void)jni;
    if (!file) return;
    for (unsigned i = 0; i < SLOTS; i++) {
        if (slots[i].method == NULL || !slots[i].row || slots[i].calls == 0) continue;
        fprintf(file, "%s\t%lu\t%s\n", slots[i].row, slots[i].calls, slots[i].kind);
    }
    fprintf(file, has_overflown ? "too many methods\n" : "end\n");
    fclose(file);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
    jvmtiEnv *jvmti;
    jvmtiCapabilities wanted;
    jvmtiEventCallbacks callbacks;
    (void)reserved;
    roots = strdup(options);
    prefixes = strchr(roots, ';');
    file_name = prefixes ? strchr(prefixes + 1, ';') : NULL;
    slots = calloc(SLOTS, sizeof *slots);
    if (!file_name || !slots || (*vm)->GetEnv(vm, (void **)&jvmti, JVMTI_VERSION_11) != JNI_OK) return JNI_ERR;
    *prefixes++ = '\0';
    *file_name++ = '\0';
    memset(&wanted, 0, sizeof wanted);
    wanted.can_generate_method_entry_events = 1;
    wanted.can_generate_frame_pop_events = 1;
    memset(&callbacks, 0, sizeof callbacks);
    callbacks.MethodEntry = method_entry;
    callbacks.FramePop = frame_pop;
    callbacks.ThreadStart = thread_start;
    callbacks.VMInit = vm_init;
    callbacks.VMDeath = vm_death;
    if ((*jvmti)->AddCapabilities(jvmti, &wanted) != JVMTI_ERROR_NONE ||
        (*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks) != JVMTI_ERROR_NONE) return JNI_ERR;
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL);
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_VM_DEATH, NULL);
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_THREAD_START, NULL);
    return JNI_OK;
}
