import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.state.Stores;

/** Records flow through a topology in this process: processors, serialisers, a store, metrics by JMX. */
public class KafkaTopology {
    public static void main(String[] args) throws Exception {
        Target.serve(args, () -> System.out.println("RESULT " + root()));
    }

    static String root() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("lines", Consumed.with(Serdes.String(), Serdes.String()))
            .flatMapValues(line -> List.of(line.split(" ")))
            .groupBy((key, word) -> word, Grouped.with(Serdes.String(), Serdes.String()))
            .count(Materialized.<String, Long>as(Stores.inMemoryKeyValueStore("counts")).withKeySerde(Serdes.String()).withValueSerde(Serdes.Long()))
            .toStream()
            .filter((word, count) -> count > 1)
            .to("counts", Produced.with(Serdes.String(), Serdes.Long()));
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "words");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        StringBuilder out = new StringBuilder();
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), config, Instant.EPOCH)) {
            TestInputTopic<String, String> lines = driver.createInputTopic("lines", Serdes.String().serializer(), Serdes.String().serializer());
            TestOutputTopic<String, Long> counts = driver.createOutputTopic("counts", Serdes.String().deserializer(), Serdes.Long().deserializer());
            for (int l = 0; l < 12; l++) lines.pipeInput("k" + l, "to be or not to be " + l % 3);
            driver.advanceWallClockTime(Duration.ofMinutes(1));
            for (KeyValue<String, Long> pair : counts.readKeyValuesToList()) out.append(pair.key).append('=').append(pair.value).append(' ');
        }
        return out.toString();
    }
}
