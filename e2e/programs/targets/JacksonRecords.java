import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Records and collections become JSON and come back: constructors by method handles and reflection. */
public class JacksonRecords {
    public record Point(int x, int y) {}

    public record Shape(String name, List<Point> points, Map<String, Double> sizes) {}

    public static void main(String[] args) throws Exception {
        Target.serve(args, () -> System.out.println("RESULT " + root()));
    }

    static String root() throws Exception {
        ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
        List<Shape> shapes = new ArrayList<>();
        for (int i = 0; i < 30; i++) shapes.add(new Shape("s" + i, List.of(new Point(i, 1), new Point(2, i)), Map.of("area", i * 1.5, "edge", 0.5)));
        String json = mapper.writeValueAsString(shapes);
        List<Shape> back = mapper.readValue(json, new TypeReference<List<Shape>>() {});
        JsonNode tree = mapper.readTree(json);
        int sum = 0;
        for (JsonNode shape : tree) sum += shape.at("/points/0/x").asInt();
        return json.length() + " " + back.equals(shapes) + " " + sum + " " + mapper.convertValue(back.get(3), Map.class).get("name");
    }
}
