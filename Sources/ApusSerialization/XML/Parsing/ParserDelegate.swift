extension XML {
  /// A delegate for the events of a document.
  ///
  /// The default of each method does nothing. An error that one throws ends the reading.
  public protocol ParserDelegate {
    /// An element begins.
    ///
    /// - Parameter tag: The name and the attributes of the element.
    mutating func didStartElement(_ tag: StartTag) throws
    /// An element ends.
    ///
    /// - Parameter name: The name of the element.
    mutating func didEndElement(_ name: Name) throws
    /// Called for the text in an element between two pieces of markup.
    ///
    /// - Parameter text: The characters, with references replaced.
    mutating func foundCharacters(_ text: String) throws
    /// The content of a CDATA section, which counts as text unless this is written.
    ///
    /// - Parameter text: The characters, unchanged.
    mutating func foundCDATA(_ text: String) throws
    /// A comment.
    ///
    /// - Parameter text: The characters between `<!--` and `-->`.
    mutating func foundComment(_ text: String) throws
    /// A processing instruction.
    ///
    /// - Parameters:
    ///   - target: The name of the program that the instruction is for.
    ///   - content: The characters after the name.
    mutating func foundProcessingInstruction(target: String, content: String) throws
    /// The document is over, and was well-formed.
    mutating func didEndDocument() throws
  }
}

extension XML.ParserDelegate {
  /// Does nothing.
  ///
  /// - Parameter tag: The name and the attributes of the element.
  public mutating func didStartElement(_ tag: XML.StartTag) throws {}
  /// Does nothing.
  ///
  /// - Parameter name: The name of the element.
  public mutating func didEndElement(_ name: XML.Name) throws {}
  /// Does nothing.
  ///
  /// - Parameter text: The characters, with references replaced.
  public mutating func foundCharacters(_ text: String) throws {}
  /// Takes the section for text.
  ///
  /// - Parameter text: The characters, unchanged.
  public mutating func foundCDATA(_ text: String) throws { try foundCharacters(text) }
  /// Does nothing.
  ///
  /// - Parameter text: The characters between `<!--` and `-->`.
  public mutating func foundComment(_ text: String) throws {}
  /// Does nothing.
  ///
  /// - Parameters:
  ///   - target: The name of the program that the instruction is for.
  ///   - content: The characters after the name.
  public mutating func foundProcessingInstruction(target: String, content: String) throws {}
  /// Does nothing.
  public mutating func didEndDocument() throws {}
}
