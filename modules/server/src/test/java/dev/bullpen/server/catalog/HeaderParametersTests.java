package dev.bullpen.server.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.server.call.Wire;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class HeaderParametersTests {
  private static final JsonNode NESTED =
      Wire.parse(
          "{'type':'object','properties':{'a':{'type':'string','x-mcp-header':'A'},"
              + "'b':{'type':'object','properties':{'c':{'type':'integer','x-mcp-header':'b-c'}}},"
              + "'x-mcp-header':{'type':'boolean'},'d':{'default':{'x-mcp-header':'D'}}}}");

  @Test
  void they_are_found_along_properties_and_nothing_else_is_taken_for_one() {
    assertEquals(Optional.empty(), HeaderParameters.objection(NESTED));
    assertEquals(Map.of(List.of("a"), "A", List.of("b", "c"), "b-c"), HeaderParameters.of(NESTED));
  }

  @Test
  void without_them_the_schema_is_the_same() {
    assertEquals(
        Wire.parse(
            "{'type':'object','properties':{'a':{'type':'string'},"
                + "'b':{'type':'object','properties':{'c':{'type':'integer'}}},"
                + "'x-mcp-header':{'type':'boolean'},'d':{'default':{}}}}"),
        HeaderParameters.removed(NESTED));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'a':{'type':'string','x-mcp-header':''}} | is no name of a header
          {'a':{'type':'string','x-mcp-header':'a b'}} | is no name of a header
          {'a':{'type':'string','x-mcp-header':7}} | is no name of a header
          {'a':{'type':'string','x-mcp-header':'N'},'b':{'type':'string','x-mcp-header':'n'}} | same header
          {'a':{'type':'number','x-mcp-header':'A'}} | no integer, string or boolean
          {'a':{'type':['string','null'],'x-mcp-header':'A'}} | no integer, string or boolean
          {'a':{'items':{'type':'string','x-mcp-header':'A'}}} | properties alone
          {'a':{'anyOf':[{'properties':{'b':{'type':'string','x-mcp-header':'A'}}}]}} | properties alone
          """)
  void one_that_cannot_be_used_costs_all_of_its_tool(String properties, String why) {
    JsonNode schema = Wire.parse("{'type':'object','properties':" + properties.strip() + "}");
    assertEquals(Map.of(), HeaderParameters.of(schema));
    assertEquals(
        Optional.of(true),
        HeaderParameters.objection(schema).map(sentence -> sentence.contains(why)));
  }
}
