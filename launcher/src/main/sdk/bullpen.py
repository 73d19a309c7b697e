"""Tools, prompts and completions for Bullpen. Python 3.8 or newer, and nothing else.

A function with type hints and a docstring is a tool:

    #!/usr/bin/env python3
    import os, sys; sys.path.insert(0, os.environ["MCP_SDK"])
    from bullpen import run, tool

    @tool
    def add(a: int, b: int = 1) -> int:
        "Adds two numbers."
        return a + b

    run()

`launcher describe add` writes its tool.meta.json. What the function returns is the result. What it
prints goes to the error output, where diagnostics belong. docs/user/python.md has the rest.
"""

import json
import os
import signal
import sys
import threading
import time

__all__ = [
    "Answer", "Cancelled", "Content", "NoAnswer", "Result", "RpcError", "ToolError",
    "assistant", "audio", "client_can", "completion", "confirm", "elicit", "elicit_url", "embed",
    "image", "in_roots", "input_elicit", "input_elicit_url", "input_required", "input_response",
    "input_roots", "input_sample", "is_cancelled", "log", "meta", "progress", "prompt",
    "request_state", "resource", "resource_link", "roots", "run", "sample", "secret", "text", "tool",
    "user",
]

# A line of at most so many bytes is written in one piece, even with other writers (PIPE_BUF, pipe(7)).
_LINE_BYTES = 4096
_LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
_INVALID_PARAMS = -32602
# Seconds: between two checks for an answer; for a model's answer; for the server to confirm that a
# question is withdrawn.
_PAUSE = 0.02
_SAMPLE_TIMEOUT = 120
_GIVE_UP_TIMEOUT = 10
_TERMINATED = 128 + signal.SIGTERM


class ToolError(Exception):
    """The tool failed. The model reads the message: say what to do next."""


class NoAnswer(ToolError):
    """A question got no answer: the client cannot be asked, or no answer came in time."""


class RpcError(Exception):
    """The call fails with this JSON-RPC error, which goes to the client's program, not its model."""

    def __init__(self, code, message, data=None):
        super().__init__(message)
        self.code, self.message, self.data = code, message, data


class Cancelled(BaseException):
    """The call was cancelled, or its time is up (SIGTERM). Raised anywhere in the tool; clean up."""


class _InputRequired(BaseException):
    def __init__(self, printed):
        super().__init__("input required")
        self.printed = printed


class Content(dict):
    """A content block, as MCP has it."""


def _block(one):
    """A content block unchanged, of a model too; the text of anything else."""
    return one if isinstance(one, dict) and "type" in one else text(one)


class Result:
    """A whole result: content blocks or texts, and a value for `structuredContent`."""

    def __init__(self, *content, structured=None, is_error=False, meta=None):
        self.content, self.structured, self.is_error, self.meta = content, structured, is_error, meta


class Answer:
    """The user's answer: `action` is accept, decline or cancel; `content` has the filled-in values."""

    def __init__(self, action, content):
        self.action, self.content = action, content
        self.accepted = action == "accept"

    def __bool__(self):
        return self.accepted

    def __getitem__(self, field):
        return self.content[field]


# Data from the server.


def _variable(name):
    # As bytes, because the server writes UTF-8 in any locale.
    return os.environb.get(name.encode(), b"").decode("utf-8", "surrogateescape")


def _payload(name):
    """The JSON in NAME_JSON, or in the file that NAME_FILE names; None if there is neither."""
    written = _variable(name + "_JSON")
    file = os.environ.get(name + "_FILE")
    if not written and file:
        with open(file, encoding="utf-8") as opened:
            written = opened.read()
    return json.loads(written) if written else None


def meta():
    """The `_meta` of the request."""
    return _payload("MCP_TOOL_META") or {}


def secret(name):
    """The environment variable that the tool's metadata asks for: `@tool(env=["NAME"])`."""
    value = os.environ.get(name)
    if not value:
        raise ToolError(
            'The tool %s needs the environment variable %s and did not get it. Name it in "env" of'
            " the tool's metadata, and set it where the server is started." % (_name(), name)
        )
    return value


def _name():
    return _variable("MCP_TOOL_NAME") or _variable("MCP_PROMPT_NAME") or "tool"


def is_cancelled():
    """Whether the client has cancelled the call."""
    file = os.environ.get("MCP_CANCEL_FILE")
    return bool(file) and os.path.exists(file)


# Notifications of a running tool.


def _send(variable, line):
    """Writes a line to a stream of the server. Never ends the tool, even if the stream is closed."""
    stream = os.environ.get(variable)
    if not stream:
        return
    try:
        # Opened for reading and writing, a named pipe never blocks, even if its reader has closed it.
        opened = os.open(stream, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.write(opened, line)
        finally:
            os.close(opened)
    except OSError:
        pass


def _notification(method, params=None):
    message = {"jsonrpc": "2.0", "method": method}
    if params is not None:
        message["params"] = params
    written = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return written.encode("utf-8", "replace") + b"\n"


def _send_cut(variable, method, params, member):
    """Sends a notification whose text is cut so that the line is written in one piece."""
    line = _notification(method, params)
    while len(line) > _LINE_BYTES and params[member] not in ("", "…"):
        kept = len(params[member]) * _LINE_BYTES // len(line) - 2
        params[member] = params[member][: max(kept, 0)] + "…"
        line = _notification(method, params)
    _send(variable, line)


def progress(done, total=None, message=None):
    """Reports progress, and the total if it is known. The client sees it at once."""
    for number in (done, 0 if total is None else total):
        if isinstance(number, bool) or not isinstance(number, (int, float)) or number - number != 0:
            raise ValueError("progress: %r is not a finite number" % (number,))
    token = _variable("MCP_PROGRESS_TOKEN_JSON")
    if not token:
        # The client asked for no progress, but progress may still give the tool more time.
        _send("MCP_PROGRESS_STREAM", _notification("notifications/progress"))
        return
    params = {"progressToken": json.loads(token), "progress": done}
    if total is not None:
        params["total"] = total
    params["message"] = "" if message is None else str(message)
    _send_cut("MCP_PROGRESS_STREAM", "notifications/progress", params, "message")


def log(data, level="info", logger=None):
    """A log message for the client: a text, or any JSON value."""
    level = {"warn": "warning"}.get(level, level)
    if level not in _LEVELS:
        raise ValueError("log: %r is no level; use one of %s" % (level, ", ".join(_LEVELS)))
    params = {"level": level, "logger": logger or _name(), "data": data}
    if isinstance(data, str):
        _send_cut("MCP_LOG_STREAM", "notifications/message", params, "data")
    else:
        _send("MCP_LOG_STREAM", _notification("notifications/message", params))


# Questions while the tool waits.


def elicit(message, fields, timeout=None):
    """Asks the client's user to fill in a form, and waits.

    `fields` is a JSON Schema with the type "object", or a dict of names and types:
    {"colour": str, "really": bool}.
    Raises NoAnswer unless the user has accepted, declined or cancelled.
    """
    return _elicit({"message": message, "schema": _form(fields), "mode": "form"}, timeout)


def elicit_url(message, url, timeout=None):
    """Asks the client's user to open a page."""
    return _elicit({"message": message, "url": url, "mode": "url"}, timeout)


def confirm(message, timeout=None):
    """Asks the client's user for a yes; any other answer is False."""
    answer = elicit(message, {"confirmed": bool}, timeout)
    return answer.accepted and answer.content.get("confirmed") is True


def sample(messages, max_tokens=1000, timeout=_SAMPLE_TIMEOUT, **params):
    """Asks the client's model, and returns its message: {"role", "content", "model", ...}.

    `messages` is a text, or the messages of `sampling/createMessage`; `params` are its others.
    """
    if os.environ.get("MCP_SAMPLE_SUPPORTED") != "1":
        raise NoAnswer("the client lacks the capability sampling, so its model cannot be asked")
    answer = _ask("SAMPLE", _sampling(messages, max_tokens, params), timeout)
    if "error" in answer:
        raise NoAnswer(answer["error"].get("message", "the client's model has not answered"))
    return answer


def _sampling(messages, max_tokens, params):
    if isinstance(messages, str):
        messages = [user(messages)]
    return dict(params, messages=messages, maxTokens=max_tokens)


def _form(fields):
    if fields.get("type") == "object":
        return fields
    properties = {name: _with(_schema(_some(hint) or hint), _parts(hint)[2])
                  for name, hint in fields.items()}
    required = [name for name, hint in fields.items()
                if _some(hint) is None and "default" not in properties[name]]
    form = {"type": "object", "properties": properties}
    return dict(form, required=required) if required else form


def _elicit(request, timeout):
    if os.environ.get("MCP_ELICIT_SUPPORTED") != "1":
        raise NoAnswer("the client lacks the capability elicitation, so its user cannot be asked")
    if timeout is None:
        timeout = _seconds("MCPBASH_ELICITATION_TIMEOUT", 30)
    answer = _ask("ELICIT", request, timeout)
    # Only the server gives a reason: the client was not asked, or has not answered.
    if answer.get("action") == "error" or answer.get("message"):
        raise NoAnswer(answer.get("message") or "the client could not be asked")
    return Answer(answer.get("action"), answer.get("content") or {})


def _seconds(variable, usual):
    digits = os.environ.get(variable, "")
    return int(digits) if digits.isdigit() and int(digits) > 0 else usual


_one_question = threading.Lock()


def _ask(kind, request, timeout):
    """Asks when every question before it has ended, because a tool has one question at a time."""
    with _one_question:
        return _exchange(kind, request, timeout)


def _exchange(kind, request, timeout):
    """Writes the question to a file that the server takes, and reads the answer from another."""
    question = os.environ.get("MCP_%s_REQUEST_FILE" % kind)
    answer = os.environ.get("MCP_%s_RESPONSE_FILE" % kind)
    if not question or not answer:
        raise NoAnswer("this call cannot ask the client")
    _remove(answer)  # of a withdrawn question
    new = "%s.new.%d" % (question, os.getpid())
    with open(new, "w", encoding="utf-8", errors="replace") as opened:
        json.dump(request, opened, allow_nan=False)
    os.replace(new, question)  # it appears complete
    _send("MCP_PROGRESS_STREAM", _notification("bullpen/asking"))
    if not _await(answer, timeout):
        if not _remove(question):
            # The server has taken the question, and answers every question that it takes.
            given_up = {"file": os.path.basename(question)}
            _send("MCP_PROGRESS_STREAM", _notification("bullpen/given-up", given_up))
            _await(answer, _GIVE_UP_TIMEOUT)
            _remove(answer)
        raise NoAnswer("the client did not answer within %g s" % timeout)
    with open(answer, encoding="utf-8") as opened:
        said = json.load(opened)
    _remove(answer)
    return said


def _await(file, timeout):
    end = time.monotonic() + timeout
    while True:
        try:
            if os.stat(file).st_size > 0:
                return True
        except FileNotFoundError:
            pass
        if is_cancelled():
            raise Cancelled()
        if time.monotonic() > end:
            return False
        time.sleep(_PAUSE)


def _remove(file):
    """False if the file is not there: the server has taken it."""
    try:
        os.unlink(file)
        return True
    except FileNotFoundError:
        return False


# Questions between two runs of the tool or prompt: it ends, and is run again with the answers.


def input_required(state=None, **requests):
    """Ends this run with questions, made by input_elicit and so on; the next run gets `state`."""
    printed = {"resultType": "input_required", "inputRequests": requests}
    if state is not None:
        printed["requestState"] = state
    raise _InputRequired(printed)


def input_elicit(message, fields):
    params = {"mode": "form", "message": message, "requestedSchema": _form(fields)}
    return {"method": "elicitation/create", "params": params}


def input_elicit_url(message, url):
    params = {"mode": "url", "message": message, "url": url}
    return {"method": "elicitation/create", "params": params}


def input_sample(messages, max_tokens=1000, **params):
    return {"method": "sampling/createMessage", "params": _sampling(messages, max_tokens, params)}


def input_roots():
    return {"method": "roots/list", "params": {}}


def input_response(key):
    """The answer to the request with that key; None if there is none, so ask."""
    answer = (_payload("MCP_INPUT_RESPONSES") or {}).get(key)
    return answer if isinstance(answer, dict) else None


def request_state():
    """The state of the run before; None if there is none."""
    return _payload("MCP_REQUEST_STATE")


def client_can(name):
    """Whether the client offers elicitation, elicitation.url, sampling, roots and so on."""
    return name in os.environ.get("MCP_CLIENT_CAN", "").split()


# The client's roots.


def roots():
    """The client's folders: [{"uri", "name", "path"}]."""
    return _payload("MCP_ROOTS") or []


def in_roots(path):
    """The path without links, as a text, if it is in one of the roots; else a ToolError."""
    real = os.path.realpath(path)
    for root in roots():
        folder = os.path.realpath(root["path"])
        if real == folder or real.startswith(folder.rstrip("/") + "/"):
            return real
    raise ToolError("%s is outside the folders that the client works in." % path)


# Content.


def text(value):
    return Content(type="text", text=str(value))


def image(source, mime=None):
    """A picture: bytes with their type, or the path of a file."""
    return _media("image", source, mime)


def audio(source, mime=None):
    """A sound: bytes with their type, or the path of a file."""
    return _media("audio", source, mime)


def _media(kind, source, mime):
    import base64
    import mimetypes

    if isinstance(source, (bytes, bytearray, memoryview)):
        data = source
    else:
        mime = mime or mimetypes.guess_type(os.fspath(source))[0]
        with open(source, "rb") as opened:
            data = opened.read()
    if not mime:
        raise ValueError('%s: give its type, such as mime="%s/png"' % (kind, kind))
    return Content(type=kind, data=base64.b64encode(data).decode(), mimeType=mime)


def resource(uri, content, mime=None):
    """A resource as content: a text, or bytes."""
    import base64

    inner = {"uri": uri}
    if mime:
        inner["mimeType"] = mime
    if isinstance(content, str):
        inner["text"] = content
    else:
        inner["blob"] = base64.b64encode(content).decode()
    return Content(type="resource", resource=inner)


def resource_link(uri, name, **members):
    """A link to a resource that the client may read."""
    return Content(members, type="resource_link", uri=uri, name=name)


def embed(path, mime=None, uri=None):
    """Adds a file to the result. The server reads it, if it is in the client's roots."""
    file = {"path": os.path.abspath(path)}
    if mime:
        file["mimeType"] = mime
    if uri:
        file["uri"] = uri
    _embedded.append(file)


_embedded = []


def user(content):
    """A message in a prompt, or to a model."""
    return _message("user", content)


def assistant(content):
    """A message of a model."""
    return _message("assistant", content)


def _message(role, content):
    return {"role": role, "content": _block(content)}


# Declarations.

_declared = []


def tool(function=None, **members):
    """Declares the tool of this file.

    Members of its metadata may be given: name, title, description, annotations, timeoutSecs and so
    on. `env` names the environment variables that the tool needs; `secret` reads one.
    """
    return _declaration(_run_tool, function, members)


def prompt(function=None):
    """Declares the prompt of this file, whose metadata has `"render": "script"`.

    The function returns a text, a message made by `user` or `assistant`, or several.
    """
    return _declaration(_run_prompt, function, {})


def completion(function=None):
    """Declares the completion of this file.

    The function gets the typed text, the argument's name and the arguments that have values, as
    `value`, `argument` and `context`, as far as it has them. It returns texts.
    """
    return _declaration(_run_completion, function, {})


def _declaration(runs, function, members):
    def declare(declared):
        if _declared:
            raise TypeError(
                "%s is the second of its file, after %s. Put it into a file of its own."
                % (declared.__name__, _declared[0][1].__name__)
            )
        _declared.append((runs, declared, members))
        if declared.__module__ == "__main__":
            import atexit

            atexit.register(_check_run)
        return declared

    return declare if function is None else declare(function)


_started = False


def _check_run():
    if not _started and sys.exc_info()[0] is None and not hasattr(sys, "last_value"):
        sys.stderr.write("bullpen.py: the file declares %s and does not run it."
                         " End it with: run()\n" % _declared[0][1].__name__)
        sys.stderr.flush()
        os._exit(1)


def run():
    """Runs the declared function, if the file is the program. Put it at the end of the file."""
    global _started
    if not _declared:
        raise TypeError("this file declares nothing. Put @tool above a function.")
    runs, function, members = _declared[0]
    if function.__module__ != "__main__":
        return
    _started = True
    if os.environ.get("BULLPEN_DESCRIBE") == "1":
        print(json.dumps(_description(function, members), indent=2))
        return
    signal.signal(signal.SIGTERM, _terminated)
    # Output of the function and its children is not part of the result.
    output = os.dup(1)
    os.dup2(2, 1)
    code = 0
    try:
        printed = runs(function, members)
    except ToolError as e:
        if runs is not _run_tool:  # they report a failure by their exit code
            sys.exit(str(e))
        printed = _result([text(e)], is_error=True)
    except RpcError as e:
        printed, code = _rpc_error(e), 1
    except _InputRequired as e:
        printed = e.printed
    except Cancelled:
        sys.stderr.flush()
        os._exit(_TERMINATED)
    with open(output, "w", encoding="ascii") as opened:
        opened.write(json.dumps(printed, allow_nan=False, separators=(",", ":")))
    sys.exit(code)


def _terminated(*_):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # while it cleans up
    raise Cancelled()


def _rpc_error(error):
    printed = {"code": error.code, "message": error.message}
    if error.data is not None:
        printed["data"] = error.data
    file = os.environ.get("MCP_TOOL_ERROR_FILE")
    if file:
        with open(file, "w", encoding="ascii") as opened:
            json.dump(printed, opened, allow_nan=False)
    sys.stderr.write(error.message + "\n")
    return printed


def _called(function, arguments):
    made = {name: _made(_hint(function, name), value) for name, value in arguments.items()}
    if getattr(function, "__code__", None) is not None and function.__code__.co_flags & 0x80:
        import asyncio

        return asyncio.run(function(**made))  # CO_COROUTINE
    return function(**made)


def _run_tool(function, members):
    arguments = _payload("MCP_TOOL_ARGS") or {}
    _check_arguments(function, arguments)
    value = _called(function, arguments)
    if _embedded and os.environ.get("MCP_TOOL_RESOURCES_FILE"):
        with open(os.environ["MCP_TOOL_RESOURCES_FILE"], "w", encoding="ascii") as opened:
            json.dump(_embedded, opened)
    return _as_result(value, _wraps(function, members))


def _check_arguments(function, arguments):
    """For a tool without metadata, whose arguments the server does not check."""
    import inspect

    for name, parameter in inspect.signature(function).parameters.items():
        named = parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
        if named and parameter.default is parameter.empty and name not in arguments:
            raise RpcError(_INVALID_PARAMS, "the argument %s is missing" % name)


def _wraps(function, members):
    """Whether the declared `outputSchema` is that of an object around the value."""
    if "outputSchema" in members:
        return False
    try:
        return _output(_hint(function, "return"))[1]
    except Exception:  # a hint without a schema, which `launcher describe` reports
        return False


def _as_result(value, wraps):
    """The result for a function's return value."""
    if isinstance(value, Result):
        return _result(
            [_block(one) for one in value.content], value.structured, value.is_error, value.meta)
    blocks = value if isinstance(value, (list, tuple)) else [value]
    if any(isinstance(one, Content) for one in blocks):
        return _result([_block(one) for one in blocks], {"result": value} if wraps else None)
    plain = _plain(value)
    is_text = isinstance(plain, str)
    shown = plain if is_text else json.dumps(plain, ensure_ascii=False, allow_nan=False)
    content = [] if plain is None else [text(shown)]
    if wraps or not (plain is None or is_text or isinstance(plain, dict)):
        return _result(content, {"result": plain})
    return _result(content, None if is_text else plain)


def _result(content, structured=None, is_error=False, meta=None):
    printed = {"content": content, "isError": is_error}
    if structured is not None:
        printed["structuredContent"] = _plain(structured)
    if meta is not None:
        printed["_meta"] = meta
    return printed


def _run_prompt(function, members):
    value = _called(function, _payload("MCP_PROMPT_ARGS") or {})
    messages = list(value) if isinstance(value, (list, tuple)) else [value]
    return {
        "messages": [
            one if isinstance(one, dict) and "role" in one else user(one) for one in messages
        ]
    }


def _run_completion(function, members):
    request = _payload("MCP_COMPLETION_ARGS") or {}
    given = {
        "value": _variable("MCP_COMPLETION_QUERY"),
        "argument": _variable("MCP_COMPLETION_ARGUMENT"),
        "context": request.get("context", {}).get("arguments", {}),
    }
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    value = _called(function, {name: given[name] for name in names if name in given})
    return value if isinstance(value, dict) else [str(one) for one in value]


def _plain(value):
    """Converts a value to JSON's types."""
    if value is None or isinstance(value, (bool, str)) and type(value) in (bool, str):
        return value
    if type(value) in (int, float):
        return value
    if isinstance(value, dict):
        return {str(_plain(key)): _plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(one) for one in value]
    import dataclasses
    import datetime
    import enum

    if dataclasses.is_dataclass(value):
        fields = dataclasses.fields(value)
        return {field.name: _plain(getattr(value, field.name)) for field in fields}
    if isinstance(value, enum.Enum):
        return _plain(value.value)
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (int, float, str)):
        return value
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError("a %s cannot be part of a result" % type(value).__name__)


# Type hints.


def _hint(function, name):
    hint = getattr(function, "__annotations__", {}).get(name)
    if hint is None or hint in (str, int, float, bool, dict, list):
        return hint
    return _hints(function).get(name)


def _hints(function):
    import typing

    if sys.version_info >= (3, 9):
        return typing.get_type_hints(function, include_extras=True)
    return typing.get_type_hints(function)


def _parts(hint):
    """The origin of a hint and its arguments, without the extras of Annotated, which come third."""
    import typing

    extras = getattr(hint, "__metadata__", ())
    if extras:
        hint = hint.__origin__
    origin = typing.get_origin(hint) or hint
    if type(hint).__name__ in ("UnionType", "Union"):  # X | Y
        origin = typing.Union
    if type(hint).__name__ in ("_TypedDictMeta",):
        origin = hint
    arguments = typing.get_args(hint)
    if origin is not typing.Union and any(isinstance(one, typing.TypeVar) for one in arguments):
        arguments = ()  # of a bare List or Mapping, in Python 3.8
    return origin, arguments, extras


def _some(hint):
    """X if the hint is Optional[X]; else None."""
    import typing

    origin, arguments, _ = _parts(hint)
    some = [one for one in arguments if one is not type(None)]
    return some[0] if origin is typing.Union and len(some) == 1 else None


def _is_array(origin):
    import collections.abc

    return isinstance(origin, type) and not issubclass(origin, (str, bytes, dict)) and issubclass(
        origin, collections.abc.Iterable) and not issubclass(origin, collections.abc.Mapping)


def _members(cls):
    """The fields of a dataclass or TypedDict: name to hint; and the names that are required."""
    import dataclasses

    hints = _hints(cls)
    if dataclasses.is_dataclass(cls):
        fields = [field for field in dataclasses.fields(cls) if field.init]
        required = [
            field.name for field in fields
            if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        ]
        return {field.name: hints[field.name] for field in fields}, required
    keys = getattr(cls, "__required_keys__", hints if cls.__total__ else ())
    return hints, [name for name in hints if name in keys]


def _has_members(origin):
    import dataclasses

    is_class = isinstance(origin, type)
    return is_class and (dataclasses.is_dataclass(origin) or hasattr(origin, "__total__"))


_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null",
          dict: "object", list: "array"}


def _schema(hint, within=()):
    """The JSON Schema of a type hint."""
    import collections.abc
    import datetime
    import enum
    import inspect
    import typing

    if hint is None or hint is inspect.Parameter.empty or hint is typing.Any:
        return {} if hint is not None else {"type": "null"}
    if isinstance(hint, dict):
        return dict(hint)
    origin, arguments, extras = _parts(hint)
    is_class = isinstance(origin, type)
    if origin in within:
        raise TypeError("%s holds itself, which has no schema here" % origin.__name__)
    if origin is typing.Any:
        schema = {}
    elif getattr(origin, "_name", None) in ("Required", "NotRequired", "ReadOnly"):
        schema = _schema(arguments[0], within)
    elif origin is typing.Union:
        some = {} if _some(hint) is None else _schema(_some(hint), within)
        if isinstance(some.get("type"), str) and "enum" not in some:
            schema = dict(some, type=[some["type"], "null"])
        else:
            schema = {"anyOf": [_schema(one, within) for one in arguments]}
    elif origin is typing.Literal:
        schema = {"enum": list(arguments)}
        kinds = {_TYPES.get(type(one)) for one in arguments}
        if len(kinds) == 1:
            schema = {"type": kinds.pop(), "enum": list(arguments)}
    elif is_class and issubclass(origin, enum.Enum):
        schema = {"enum": [one.value for one in origin]}
    elif _has_members(origin):
        hints, required = _members(origin)
        schema = {"type": "object",
                  "properties": {n: _schema(h, within + (origin,)) for n, h in hints.items()}}
        if required:
            schema["required"] = required
    elif origin in _TYPES and not arguments:
        schema = {"type": _TYPES[origin]}
    elif is_class and issubclass(origin, datetime.datetime):
        schema = {"type": "string", "format": "date-time"}
    elif is_class and issubclass(origin, datetime.date):
        schema = {"type": "string", "format": "date"}
    elif is_class and issubclass(origin, os.PathLike):
        schema = {"type": "string"}
    elif is_class and issubclass(origin, collections.abc.Mapping):
        schema = {"type": "object"}
        if len(arguments) == 2:
            schema["additionalProperties"] = _schema(arguments[1], within)
    elif origin is tuple and arguments and arguments[-1] is not Ellipsis:
        schema = {"type": "array", "prefixItems": [_schema(one, within) for one in arguments],
                  "minItems": len(arguments), "maxItems": len(arguments)}
    elif _is_array(origin):
        schema = {"type": "array"}
        if arguments:
            schema["items"] = _schema(arguments[0], within)
        if issubclass(origin, (set, frozenset)):
            schema["uniqueItems"] = True
    else:
        raise TypeError("%r has no JSON Schema; use str, int, float, bool, list, dict, Literal,"
                        " Optional, an Enum, a dataclass or a TypedDict" % (hint,))
    return _with(schema, extras)


def _with(schema, extras):
    """The schema with the extras of Annotated: a description, or words of JSON Schema."""
    for extra in extras:
        schema.update(extra if isinstance(extra, dict) else {"description": str(extra)})
    return schema


def _made(hint, value):
    """Converts a value of JSON to the type of a hint."""
    if hint is None or hint in (str, bool, dict, list) or value is None:
        return value
    if hint is int:
        return int(value) if isinstance(value, float) and value.is_integer() else value
    if hint is float:
        return float(value) if type(value) is int else value
    import collections.abc
    import dataclasses
    import datetime
    import enum
    import typing

    origin, arguments, _ = _parts(hint)
    is_class = isinstance(origin, type)
    if origin in (int, float):
        return _made(origin, value)
    if origin is typing.Union:
        return _made(_some(hint), value)
    if is_class and issubclass(origin, enum.Enum):
        return origin(value)
    if dataclasses.is_dataclass(origin) and isinstance(value, dict):
        hints, _ = _members(origin)
        return origin(**{name: _made(hints.get(name), one) for name, one in value.items()})
    if is_class and issubclass(origin, datetime.datetime):
        return origin.fromisoformat(value.replace("Z", "+00:00").replace("z", "+00:00"))
    if is_class and issubclass(origin, datetime.date):
        return origin.fromisoformat(value)
    if is_class and issubclass(origin, os.PathLike):
        import pathlib

        return pathlib.Path(value) if origin is os.PathLike else origin(value)
    if is_class and issubclass(origin, collections.abc.Mapping) and len(arguments) == 2:
        return {key: _made(arguments[1], one) for key, one in value.items()}
    if isinstance(value, list) and _is_array(origin):
        if origin is tuple and arguments and arguments[-1] is not Ellipsis:
            return tuple(_made(one, given) for one, given in zip(arguments, value))
        inner = arguments[0] if arguments else None
        made = [_made(inner, one) for one in value]
        return origin(made) if origin in (tuple, set, frozenset) else made
    return value


# Descriptions.


def _description(function, members):
    """The members of tool.meta.json that the file declares."""
    import inspect

    described, of_arguments = _documented(inspect.getdoc(function) or "")
    description = {"name": function.__name__}
    if described:
        description["description"] = described
    hints = _hints(function)
    properties, required, is_open = {}, [], False
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is parameter.VAR_KEYWORD:
            is_open = True
            continue
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.POSITIONAL_ONLY):
            raise TypeError("%s: arguments are given by name, so %s cannot be one"
                            % (function.__name__, parameter))
        schema = _schema(hints.get(name, parameter.empty))
        if name in of_arguments:
            schema.setdefault("description", of_arguments[name])
        if parameter.default is parameter.empty:
            required.append(name)
        elif parameter.default is not None:
            schema.setdefault("default", _plain(parameter.default))
        properties[name] = schema
    description["inputSchema"] = {"type": "object", "properties": properties}
    if required:
        description["inputSchema"]["required"] = required
    if not is_open:
        description["inputSchema"]["additionalProperties"] = False
    output, _ = _output(hints.get("return"))
    if output is not None:
        description["outputSchema"] = output
    members = dict(members)
    if "env" in members:
        members["env"] = [
            {"name": one, "required": True} if isinstance(one, str) else one
            for one in members["env"]
        ]
    description.update(members)
    return description


def _output(hint):
    """The schema of a function's return type, None for text and content; and whether it is that of
    an object around the value."""
    import typing

    if hint in (None, type(None), str, typing.Any) or _has_content(hint):
        return None, False
    schema = _schema(hint)
    if schema.get("type") == "object":
        return schema, False
    return {"type": "object", "properties": {"result": schema}, "required": ["result"]}, True


def _has_content(hint):
    origin, arguments, _ = _parts(hint)
    return origin in (Content, Result) or any(_has_content(one) for one in arguments)


def _documented(docstring):
    """The description, and the descriptions of arguments below "Args:"."""
    import re

    lines, of_arguments, section, last = [], {}, None, None
    for line in docstring.splitlines():
        if re.match(r"(Args|Arguments|Parameters):\s*$", line):
            section = "arguments"
        elif re.match(r"(Returns|Raises|Yields):\s*$", line):
            section = "other"
        elif section and line and not line[0].isspace():
            section = None
        if section is None:
            lines.append(line)
        elif section == "arguments":
            named = re.match(r"(?: {2,4}|\t)(\w+)(?: \([^)]*\))?:\s*(.*)", line)
            if named:
                last = named.group(1)
                of_arguments[last] = named.group(2).strip()
            elif last and line.strip():
                of_arguments[last] = (of_arguments[last] + " " + line.strip()).strip()
    return "\n".join(lines).strip(), of_arguments
