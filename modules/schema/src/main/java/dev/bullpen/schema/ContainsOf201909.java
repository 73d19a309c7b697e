package dev.bullpen.schema;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.AbstractKeyword;
import com.networknt.schema.keyword.ContainsValidator;
import com.networknt.schema.keyword.KeywordValidator;
import tools.jackson.databind.JsonNode;

/**
 * "contains" of 2019-09, which the library takes for that of 2020-12: there it evaluates the
 * elements that it matches, and "unevaluatedItems" is not about these (2020-12, Core, section
 * 10.3.1.3). In 2019-09 it evaluates none (Core, sections 9.3.1.3 and 9.3.1.4).
 */
final class ContainsOf201909 extends AbstractKeyword {
  ContainsOf201909() {
    super("contains");
  }

  @Override
  public KeywordValidator newValidator(
      SchemaLocation location, JsonNode rule, Schema parent, SchemaContext context) {
    return new Validator(location, rule, parent, context);
  }

  private static final class Validator extends ContainsValidator {
    Validator(SchemaLocation location, JsonNode rule, Schema parent, SchemaContext context) {
      super(location, rule, parent, context);
    }

    @Override
    protected boolean hasUnevaluatedItemsInEvaluationPath(ExecutionContext context) {
      return false; // so that what it matches is not noted
    }
  }
}
