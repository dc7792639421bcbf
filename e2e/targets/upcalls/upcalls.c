#include <jni.h>

/* JniUpcalls.up: what it calls is looked up by name, as JNI has it. */
JNIEXPORT jint JNICALL Java_JniUpcalls_up(JNIEnv *env, jclass type, jint number) {
    jint sum = (*env)->CallStaticIntMethod(env, type, (*env)->GetStaticMethodID(env, type, "called", "(I)I"), number);

    jclass item = (*env)->FindClass(env, "JniUpcalls$Item");
    jobject made = (*env)->NewObject(env, item, (*env)->GetMethodID(env, item, "<init>", "(I)V"), number);
    sum += (*env)->CallIntMethod(env, made, (*env)->GetMethodID(env, item, "work", "(I)I"), 1);

    (*env)->CallStaticVoidMethod(env, type, (*env)->GetStaticMethodID(env, type, "throwing", "()V"));
    (*env)->ExceptionClear(env);

    jclass late = (*env)->FindClass(env, "JniUpcalls$Late");
    sum += (*env)->CallStaticIntMethod(env, late, (*env)->GetStaticMethodID(env, late, "late", "(I)I"), number);

    (*env)->DeleteLocalRef(env, late);
    (*env)->DeleteLocalRef(env, made);
    (*env)->DeleteLocalRef(env, item);
    return sum;
}
