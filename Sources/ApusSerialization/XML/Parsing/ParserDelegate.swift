extension XML {
  /// A delegate for the events of a document.
  ///
  /// The default of each method does nothing. An error that one throws ends the reading.
  public protocol ParserDelegate {
    /// An element begins.
    mutating func didStartElement(_ tag: StartTag) throws
    /// An element ends.
    mutating func didEndElement(_ name: Name) throws
    /// Called for the text in an element between two pieces of markup.
    mutating func foundCharacters(_ text: String) throws
    /// The content of a CDATA section, which counts as text unless this is written.
    mutating func foundCDATA(_ text: String) throws
    /// A comment.
    mutating func foundComment(_ text: String) throws
    /// A processing instruction.
    mutating func foundProcessingInstruction(target: String, content: String) throws
    /// The document is over, and was well-formed.
    mutating func didEndDocument() throws
  }
}

extension XML.ParserDelegate {
  /// Does nothing.
  public mutating func didStartElement(_ tag: XML.StartTag) throws {}
  /// Does nothing.
  public mutating func didEndElement(_ name: XML.Name) throws {}
  /// Does nothing.
  public mutating func foundCharacters(_ text: String) throws {}
  /// Takes the section for text.
  public mutating func foundCDATA(_ text: String) throws { try foundCharacters(text) }
  /// Does nothing.
  public mutating func foundComment(_ text: String) throws {}
  /// Does nothing.
  public mutating func foundProcessingInstruction(target: String, content: String) throws {}
  /// Does nothing.
  public mutating func didEndDocument() throws {}
}
