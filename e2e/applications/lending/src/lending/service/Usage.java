package lending.service;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.springframework.stereotype.Component;

/** Counts the calls of services, as the program itself sees them. */
@Aspect
@Component
public class Usage {
    private final Map<String, LongAdder> calls = new ConcurrentSkipListMap<>();

    @Around("execution(public * lending.service.Catalog.*(..)) || execution(public * lending.service.Lending.*(..))")
    Object counted(ProceedingJoinPoint call) throws Throwable {
        calls.computeIfAbsent(call.getSignature().toShortString(), name -> new LongAdder()).increment();
        return call.proceed();
    }

    public Map<String, LongAdder> calls() {
        return calls;
    }
}
