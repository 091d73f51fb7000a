extension HTTP.MediaType {
  /// Returns the media type for the extension of a file name. The result is
  /// `application/octet-stream` if the extension is missing or unknown.
  ///
  /// - Parameter name: The file name, or a path that ends with the file name.
  public static func ofFile(named name: String) -> HTTP.MediaType {
    let bytes = name.utf8
    guard let dot = bytes.lastIndex(of: 0x2e), bytes[dot...].count <= 16 else {
      return .octetStream
    }
    let ending = bytes[bytes.index(after: dot)...].map { ASCII.lowercased($0) }
    guard let text = typesByEnding[String(decoding: ending, as: UTF8.self)] else {
      return .octetStream
    }
    return (try? HTTP.MediaType(text)) ?? .octetStream
  }

  private static let typesByEnding: [String: String] = [
    "7z": "application/x-7z-compressed", "aac": "audio/aac", "ai": "application/postscript",
    "aif": "audio/aiff", "aiff": "audio/aiff", "apk": "application/vnd.android.package-archive",
    "apng": "image/apng", "atom": "application/atom+xml", "avi": "video/x-msvideo",
    "avif": "image/avif", "avro": "application/avro", "bmp": "image/bmp",
    "bz2": "application/x-bzip2", "cer": "application/x-x509-ca-cert",
    "crl": "application/pkix-crl", "crt": "application/x-x509-ca-cert", "css": "text/css",
    "csv": "text/csv", "deb": "application/vnd.debian.binary-package",
    "der": "application/x-x509-ca-cert", "dmg": "application/x-apple-diskimage",
    "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "eml": "message/rfc822", "eot": "application/vnd.ms-fontobject",
    "eps": "application/postscript",
    "epub": "application/epub+zip", "flac": "audio/flac", "flv": "video/x-flv",
    "geojson": "application/geo+json", "gif": "image/gif", "glb": "model/gltf-binary",
    "gltf": "model/gltf+json", "gz": "application/gzip", "heic": "image/heic",
    "heif": "image/heif", "htm": "text/html", "html": "text/html",
    "ico": "image/vnd.microsoft.icon",
    "ics": "text/calendar", "jar": "application/java-archive", "jpe": "image/jpeg",
    "jpeg": "image/jpeg", "jpg": "image/jpeg", "js": "text/javascript", "json": "application/json",
    "jsonl": "application/jsonl", "jsonld": "application/ld+json", "jxl": "image/jxl",
    "key": "application/octet-stream", "kml": "application/vnd.google-earth.kml+xml",
    "log": "text/plain", "m3u8": "application/vnd.apple.mpegurl", "m4a": "audio/mp4",
    "m4v": "video/mp4", "md": "text/markdown", "mid": "audio/midi", "mjs": "text/javascript",
    "mkv": "video/x-matroska", "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4",
    "mpd": "application/dash+xml", "mpeg": "video/mpeg", "mpg": "video/mpeg",
    "msg": "application/vnd.ms-outlook", "ndjson": "application/x-ndjson",
    "odp": "application/vnd.oasis.opendocument.presentation",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "odt": "application/vnd.oasis.opendocument.text", "oga": "audio/ogg", "ogg": "audio/ogg",
    "ogv": "video/ogg", "opus": "audio/ogg", "otf": "font/otf", "p12": "application/x-pkcs12",
    "p7b": "application/x-pkcs7-certificates", "p7c": "application/pkcs7-mime",
    "parquet": "application/vnd.apache.parquet", "pdf": "application/pdf",
    "pem": "application/x-pem-file", "pfx": "application/x-pkcs12", "plist": "application/x-plist",
    "png": "image/png", "ppt": "application/vnd.ms-powerpoint",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "proto": "text/plain", "ps": "application/postscript", "psd": "image/vnd.adobe.photoshop",
    "rar": "application/vnd.rar", "rss": "application/rss+xml", "rtf": "application/rtf",
    "sh": "application/x-sh", "sql": "application/sql", "sqlite": "application/vnd.sqlite3",
    "stl": "model/stl", "svg": "image/svg+xml", "swift": "text/x-swift", "tar": "application/x-tar",
    "tgz": "application/gzip", "tif": "image/tiff", "tiff": "image/tiff",
    "toml": "application/toml",
    "ts": "video/mp2t", "tsv": "text/tab-separated-values", "ttf": "font/ttf", "txt": "text/plain",
    "vcf": "text/vcard", "vtt": "text/vtt", "wasm": "application/wasm", "wav": "audio/wav",
    "weba": "audio/webm", "webm": "video/webm", "webmanifest": "application/manifest+json",
    "webp": "image/webp", "woff": "font/woff", "woff2": "font/woff2",
    "xhtml": "application/xhtml+xml",
    "xls": "application/vnd.ms-excel",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "xml": "application/xml", "xsl": "application/xslt+xml", "xz": "application/x-xz",
    "yaml": "application/yaml", "yml": "application/yaml", "zip": "application/zip",
    "zst": "application/zstd",
  ]
}
