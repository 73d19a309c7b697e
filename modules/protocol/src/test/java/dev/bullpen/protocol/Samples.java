package dev.bullpen.protocol;

import static dev.bullpen.protocol.Trees.tree;

import dev.bullpen.protocol.session.ServerInfo;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;

/** What scripts and projects may say, as full as it gets, with apostrophes for quotation marks. */
public final class Samples {
  public static final String RICH_RESULT =
      "{'content':[{'type':'text','text':'hello','annotations':{'audience':['user'],'priority':0.5,"
          + "'lastModified':'2025-01-01T00:00:00Z','x':1},'_meta':{'com.example/a':1,'io.mcp/b':2}},"
          + "{'type':'image','data':'AAAA','mimeType':'image/png','extra':true},"
          + "{'type':'audio','data':'AA==','mimeType':'audio/wav'},{'type':'resource_link','uri':'file:///a"
          + " b','name':'a','title':'A','size':5,'description':'of"
          + " it','icons':[{'src':'https://x/y','sizes':['1x1']}],'annotations':{'priority':1}},"
          + "{'type':'resource','resource':{'uri':'x:y','mimeType':'text/plain','text':'',"
          + "'_meta':{'a':1}}},{'type':'resource','resource':{'uri':'x:z','blob':''}}],"
          + "'structuredContent':{'b':1.0,'a':null},'isError':false,"
          + "'_meta':{'exitCode':0,'io.modelcontextprotocol/serverInfo':'me'},"
          + "'name':'t','resultType':'input_required','ttlMs':5}";

  public static final String INPUT_SCHEMA =
      "{'$schema':'http://json-schema.org/draft-07/schema#','type':'object','$defs':{'d':true},"
          + "'properties':{'n':{'type':'number','minimum':1.50},'any':true,'none':false},"
          + "'required':['n'],'if':{},'x-unknown':[1],'additionalProperties':false}";

  public static final String RICH_TOOL =
      "{'name':'t','path':'secret/t.sh','title':'T','description':'d','inputSchema':"
          + INPUT_SCHEMA
          + ",'outputSchema':{'type':'object','properties':{'y':true}},"
          + "'annotations':{'title':'A','readOnlyHint':true,'odd':1,'openWorldHint':'no'},"
          + "'icons':[{'src':'data:,x','sizes':['any'],'theme':'dark'}],"
          + "'_meta':{'ui':{'resourceUri':'ui://x'},'io.modelcontextprotocol/x':1},"
          + "'execution':{'taskSupport':'required'},'timeoutSecs':5}";

  public static final String FLAT_FORM =
      "{'s':{'type':'string','title':'S','description':'d','minLength':1,'maxLength':9,"
          + "'format':'date-time'},'n':{'type':'number','minimum':0.5,'maximum':2},"
          + "'i':{'type':'integer'},'b':{'type':'boolean','default':true},"
          + "'e':{'type':'string','enum':['x','y']},"
          + "'t':{'type':'string','enum':['x'],'enumNames':['X']}}";

  public static final String TEXT_MESSAGE = "{'role':'user','content':{'type':'text','text':'x'}}";

  public static final String TOOL_USE =
      "{'role':'assistant','content':[{'type':'text','text':'let me'},"
          + "{'type':'tool_use','id':'1','name':'t','input':{}}]}";

  public static final String TOOL_RESULT =
      "{'role':'user','content':[{'type':'tool_result','toolUseId':'1',"
          + "'content':[{'type':'text','text':'5'}]}]}";

  public static final ServerInfo TALKATIVE_SERVER =
      new ServerInfo(
          "s",
          "1",
          Optional.of("S"),
          Optional.of("a server"),
          Optional.of("https://example.com/"),
          Optional.of((ArrayNode) tree("[{'src':'data:image/png;base64,AA=='}]")),
          Optional.of("Be kind."));

  private Samples() {}
}
