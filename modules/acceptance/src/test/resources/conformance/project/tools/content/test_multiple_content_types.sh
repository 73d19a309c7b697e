#!/bin/sh
# mcp: {"description": "A text, an image and a resource"}
cat <<END
{
  "content": [
    { "type": "text", "text": "Multiple content types test:" },
    { "type": "image", "data": "$(base64 -w0 resources/static-binary.png)", "mimeType": "image/png" },
    {
      "type": "resource",
      "resource": {
        "uri": "test://mixed-content-resource",
        "mimeType": "application/json",
        "text": "{\"test\":\"data\",\"value\":123}"
      }
    }
  ]
}
END
